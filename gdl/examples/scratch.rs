fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let source = gdl::Source::new(&path, text);
        match gdl::parse(&source) {
            Ok(ast) => { let p = gdl::print(&ast); let again = gdl::parse(&gdl::Source::new("p", p.clone())); println!("{path}: ok {} same={}", ast.items.len(), again.as_ref() == Ok(&ast)); }
            Err(d) => println!("{}", d.render(&source, gdl::Style::Plain)),
        }
    }
}
