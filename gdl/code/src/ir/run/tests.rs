//! Small modules made by hand, run.

use super::*;
use crate::ir::{Code, Expr, Field, Function, Operator, Statement, Table};

/// A module with a position of some cells and a counter.
fn module(tables: Vec<Table>, functions: Vec<Function>) -> Module {
    let field = |name: &str, ty: Type| Field {
        doc: String::new(),
        name: name.to_owned(),
        ty,
        is_note: name == "note",
    };
    Module {
        doc: Vec::new(),
        constants: Vec::new(),
        state: vec![
            field("cells", Type::array(Type::U8, 3)),
            field("count", Type::U8),
            field("note", Type::I64),
        ],
        tables,
        functions,
        largest_in_cells: 3,
        notation: None,
    }
}

fn function(name: &str, parameters: &[Expr], result: Type, body: Vec<Statement>) -> Function {
    let parameters = parameters.iter().map(|parameter| match &*parameter.kind {
        crate::ir::Kind::Name(name) => (name.clone(), parameter.ty.clone()),
        other => panic!("{other:?} is no name"),
    });
    Function {
        doc: String::new(),
        name: name.to_owned(),
        parameters: parameters.collect(),
        result,
        body,
        public: true,
    }
}

fn named(ty: Type, name: &str) -> Expr {
    Expr::name(ty, name)
}

fn literal(ty: Type, number: u32) -> Expr {
    Expr::number(ty, number)
}

fn state() -> Expr {
    named(Type::State, "state")
}

fn cells(of: &Expr) -> Expr {
    of.field("cells", Type::array(Type::U8, 3))
}

fn computed(name: &str, length: usize, body: impl FnOnce(&mut Code, Expr)) -> Table {
    let tables = named(Type::Tables, "tables");
    let table = tables.field(name, Type::array(Type::U16, length));
    Table {
        doc: String::new(),
        name: name.to_owned(),
        element: Type::U16,
        length,
        contents: Contents::Computed(Code::block(|code| body(code, table))),
    }
}

/// `square(n)` as a sum of odd numbers.
fn square() -> Function {
    let number = named(Type::Index, "number");
    let body = Code::block(|code| {
        let sum = code.name("sum", literal(Type::U16, 0));
        code.count("step", 0, &number, |code, step| {
            code.update(&sum, Operator::Add, (step * 2 + 1).to(Type::U16));
        });
        code.give(sum);
    });
    function("square", &[number], Type::U16, body)
}

#[test]
fn tables_are_computed_from_those_before_by_functions() {
    let length = 200;
    let squares = computed("squares", length, |code, table| {
        code.count("number", 0, length as u64, |code, number| {
            let square = Expr::call(Type::U16, "square", vec![number.clone()]);
            code.set(&table.at(number), square);
        });
    });
    let sums = computed("sums", length, |code, table| {
        let squares =
            named(Type::Tables, "tables").field("squares", Type::array(Type::U16, length));
        code.count_down("number", 1, 10, |code, number| {
            code.set(&table.at(&number), squares.at(&number) + squares.at(&number - 1));
        });
    });
    let tables = tables(&module(vec![squares, sums], vec![square()]));
    assert_eq!(tables[0], (0..200).map(|number| number * number).collect::<Vec<u64>>());
    assert_eq!(tables[1][..11], [0, 1, 5, 13, 25, 41, 61, 85, 113, 145, 0]);
}

#[test]
#[should_panic(expected = "in `square`: Add of 65025 and 511 does not fit 16 bits")]
fn an_overflow_is_no_result() {
    Machine::new(&module(Vec::new(), vec![square()])).call("square", &[Value::number(256_u32)]);
}

#[test]
fn operators_keep_to_the_width_of_their_type() {
    let (a, b) = (named(Type::U8, "a"), named(Type::U8, "b"));
    let mut functions = Vec::new();
    let mut cases = Vec::new();
    let mut case = |expr: Expr, result: Result<u128, &'static str>| {
        let name = format!("case_{}", cases.len());
        let ty = expr.ty.clone();
        let body = Code::block(|code| code.give(expr));
        functions.push(function(&name, &[a.clone(), b.clone()], ty, body));
        cases.push((name, result));
    };
    case(!&a, Ok(55));
    case(&a << 1, Ok(144));
    case(a.to(Type::U32) << 1, Ok(400));
    case(&a + &b, Err("Add of 200 and 60 does not fit 8 bits"));
    case(&b - &a, Err("Sub of 60 and 200 does not fit 8 bits"));
    case(&a * &b, Err("Mul of 200 and 60 does not fit 8 bits"));
    case(&a / (&b - 60), Err("Div of 200 and 0 does not fit 8 bits"));
    case(&a >> &b, Err("Shr of 200 and 60 does not fit 8 bits"));
    case((a.to(Type::U64) << 60).to(Type::U32), Ok(0));
    case((a.to(Type::U64) << 30).to(Type::Index), Err("214748364800 does not fit 32 bits"));
    case(a.to(Type::Index) << 30, Err("Shl of 200 and 30 does not fit 32 bits"));
    case(a.trailing_zeros(), Ok(3));
    case((&a ^ &a).trailing_zeros(), Ok(8));
    case((&a | &b).count_ones(), Ok(6));
    case(a.less(&b).or_else(&b.at_most(&a)), Ok(1));
    case(a.or_if_not(&a.less(&b), &b), Ok(60));
    // Only the side that counts is looked at.
    case(a.less(&b).and_then(&(&b - &a).equals(0)), Ok(0));
    let module = module(Vec::new(), functions);
    let machine = Machine::new(&module);
    for (name, result) in cases {
        let run = || machine.call(&name, &[Value::number(200_u32), Value::number(60_u32)]);
        match result {
            Ok(number) => assert_eq!(run(), Value::Number(number), "{name}"),
            Err(why) => {
                let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
                let caught = caught.expect_err(why);
                let text = caught.downcast_ref::<String>().expect("a text");
                assert_eq!(*text, format!("in `{name}`: {why}"));
            }
        }
    }
}

#[test]
fn numbers_with_a_sign_stay_within_bounds_where_asked() {
    let number = named(Type::I64, "number");
    let body = Code::block(|code| {
        let less = literal(Type::I64, 0) - 3;
        let product = number.saturating(Operator::Mul, &less);
        let negative = product.less(literal(Type::I64, 0));
        code.give(product.or_if_not(&negative, &(&number / 2)));
    });
    let module = module(
        Vec::new(),
        vec![function("thrice", std::slice::from_ref(&number), Type::I64, body)],
    );
    let machine = Machine::new(&module);
    let thrice = |number: i64| machine.call("thrice", &[Value::Signed(number)]);
    assert_eq!(thrice(5), Value::Signed(-15));
    assert_eq!(thrice(-5), Value::Signed(-2));
    assert_eq!(thrice(i64::MAX), Value::Signed(i64::MIN));
}

#[test]
fn positions_are_values_and_notes_do_not_count() {
    let other = named(Type::State, "other");
    let changed = Code::block(|code| {
        let next = code.name("next", state());
        code.set(&cells(&next).at(2), cells(&state()).at(0));
        code.set(&next.field("note", Type::I64), literal(Type::I64, 7));
        code.give(next);
    });
    let same = Code::block(|code| code.give(state().equals(&other)));
    let module = module(
        Vec::new(),
        vec![
            function("changed", &[state()], Type::State, changed),
            function("same", &[state(), other], Type::Bool, same),
        ],
    );
    let machine = Machine::new(&module);
    let with = |cells: [u128; 3]| {
        let mut state = machine.zero_state();
        machine.set_field(&mut state, "cells", Value::array(cells));
        state
    };
    let before = with([3, 1, 2]);
    let after = machine.call("changed", std::slice::from_ref(&before));
    assert_eq!(machine.field(&before, "cells").elements(), [3, 1, 2]);
    assert_eq!(machine.field(&after, "cells").elements(), [3, 1, 3]);
    assert_eq!(machine.call("same", &[after.clone(), with([3, 1, 3])]), Value::Number(1));
    assert_eq!(machine.call("same", &[after, before]), Value::Number(0));
}

#[test]
#[should_panic(expected = "in `fill`: an array of bytes gets 4, which is more than 3")]
fn bytes_above_what_the_module_says_are_no_result() {
    let body = Code::block(|code| {
        code.name("state", state());
        code.update(&cells(&state()).at(1), Operator::Add, literal(Type::U8, 4));
        code.give(state());
    });
    let machine =
        Machine::new(&module(Vec::new(), vec![function("fill", &[state()], Type::State, body)]));
    machine.call("fill", &[machine.zero_state()]);
}

#[test]
#[should_panic(expected = "in `beyond`: there is no element 3 among 3")]
fn what_lies_outside_is_no_result() {
    let body = Code::block(|code| code.give(cells(&state()).at(3)));
    let machine =
        Machine::new(&module(Vec::new(), vec![function("beyond", &[state()], Type::U8, body)]));
    machine.call("beyond", &[machine.zero_state()]);
}

/// `shows` shows positions with counts 1 to 4; `some` those with an even count, and then whether
/// there were any at all.
#[test]
fn visitors_pass_positions_on() {
    let visit = named(Type::Visitor, "visit");
    let count = |state: &Expr| state.field("count", Type::U8);
    let shows = Code::block(|code| {
        let next = code.name("next", state());
        code.count("step", 1, literal(Type::Index, 5), |code, step| {
            code.set(&count(&next), step.to(Type::U8));
            code.run(Expr::call(Type::Nothing, "visit", vec![next.clone()]));
        });
    });
    let some = Code::block(|code| {
        let found = code.name("found", Expr::truth(false));
        let all = code.name("all", Expr::truth(false));
        let even = (count(&named(Type::State, "shown")) & 1).equals(0);
        let noting = found.noting(Some(visit.clone())).filtered("shown", &even);
        code.run(Expr::call(Type::Nothing, "shows", vec![state(), all.noting(Some(noting))]));
        let next = code.name("next", state());
        code.set(&count(&next), (found.to(Type::U8) * 2 + all.to(Type::U8)) * 10);
        code.run(Expr::call(Type::Nothing, "visit", vec![next]));
    });
    let parameters = [state(), visit.clone()];
    let module = module(
        Vec::new(),
        vec![
            function("shows", &parameters, Type::Nothing, shows),
            function("some", &parameters, Type::Nothing, some),
        ],
    );
    let machine = Machine::new(&module);
    let counts = |function: &str| {
        let shown = machine.shown(function, &[machine.zero_state()]);
        let counts = shown.iter().map(|state| machine.field(state, "count").as_number());
        counts.collect::<Vec<u128>>()
    };
    assert_eq!(counts("shows"), [1, 2, 3, 4]);
    assert_eq!(counts("some"), [2, 4, 30]);
}

#[test]
fn lists_grow_and_tell_their_length() {
    let body = Code::block(|code| {
        let list = code.name("list", Expr::empty_list(Type::State));
        let number = code.name("number", literal(Type::Index, 0));
        code.repeat(list.length().less(4), |code| code.push(&list, state()));
        code.repeat(number.less(list.length()), |code| {
            code.when(list.at(&number).differs(state()), |code| {
                code.give(literal(Type::Index, 99))
            });
            code.update(&number, Operator::Add, literal(Type::Index, 1));
        });
        code.give(number);
    });
    let machine =
        Machine::new(&module(Vec::new(), vec![function("count", &[state()], Type::Index, body)]));
    assert_eq!(machine.call("count", &[machine.zero_state()]), Value::Number(4));
}
