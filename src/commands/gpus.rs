//! `gamec gpus`: the graphics processors that this machine has.

use crate::args::GpusArgs;
use crate::failure::Failure;

/// Lists the devices.
#[cfg(feature = "gpu")]
pub(crate) fn run(args: &GpusArgs) -> Result<(), Failure> {
    use crate::output;
    use crate::table::table;
    use gdl::words::bytes_text;
    use gdl_runtime::gpu::{DeviceInfo, devices};
    use gdl_solver::text::counted;
    use serde_json::{Value, json};

    let devices = devices();
    if args.json {
        let value = |device: &DeviceInfo| -> Value {
            json!({
                "number": device.number,
                "name": device.name,
                "backend": device.backend,
                "kind": device.kind.to_string(),
                "driver": device.driver,
                "buffer_bytes": device.buffer_bytes,
                "binding_bytes": device.binding_bytes,
                "bindings": device.bindings,
                "workgroup": device.workgroup,
                "has_64_bit_integers": device.has_64_bit_integers,
                "has_timestamps": device.has_timestamps,
            })
        };
        return output::write_json(&devices.iter().map(value).collect::<Vec<_>>());
    }
    if devices.is_empty() {
        return output::write("there is no graphics processor that can be reached\n");
    }
    let row = |device: &DeviceInfo| {
        let also: Vec<&str> = [
            device.has_64_bit_integers.then_some("64-bit integers"),
            device.has_timestamps.then_some("timestamps"),
        ]
        .into_iter()
        .flatten()
        .collect();
        vec![
            device.number.to_string(),
            device.name.clone(),
            device.kind.to_string(),
            device.backend.clone(),
            bytes_text(device.buffer_bytes),
            format!("{} of {}", counted(device.bindings, "part"), bytes_text(device.binding_bytes)),
            also.join(", "),
        ]
    };
    let head = ["number", "name", "kind", "through", "largest buffer", "tables", "also"];
    output::write(&table(&head, &devices.iter().map(row).collect::<Vec<_>>()))
}

/// Says that there is no support for them.
#[cfg(not(feature = "gpu"))]
pub(crate) fn run(_: &GpusArgs) -> Result<(), Failure> {
    Err(Failure::Input(crate::failure::Message::without_gpu()))
}
