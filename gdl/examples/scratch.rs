fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let source = gdl::Source::new(path.rsplit('/').next().unwrap(), text);
        match gdl::compile(&source, &Default::default()) {
            Ok((model, d)) => { println!("{path}: ok {} moves {} actions", model.moves.len(), model.actions().count()); print!("{}", d.render(&source, gdl::Style::Plain)); }
            Err(d) => println!("{}", d.render(&source, gdl::Style::Plain)),
        }
    }
}
