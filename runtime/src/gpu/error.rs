//! Why the graphics processor has no result.

use std::error::Error;
use std::fmt;

/// Why the graphics processor has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GpuError {
    /// No device can be reached.
    NoDevice,
    /// There is no device with this number.
    NoSuchDevice {
        /// The number.
        number: usize,
        /// How many there are.
        devices: usize,
    },
    /// The device cannot be used.
    CannotOpen {
        /// Its name.
        name: String,
        /// What the driver says.
        message: String,
    },
    /// The device cannot run this number of invocations at once.
    Workgroup {
        /// The number asked for.
        size: u32,
        /// The largest possible.
        most: u32,
    },
    /// The text of a game or kernel is not accepted.
    Shader {
        /// The kernel.
        kernel: &'static str,
        /// What the compiler of shaders says.
        message: String,
        /// The lines of the generated text around the place, numbered. Empty if it does not say
        /// where.
        excerpt: String,
    },
    /// The device was lost: unplugged, reset, or stopped by the system because it was busy for too
    /// long.
    Lost {
        /// What the driver says.
        message: String,
    },
    /// The device does not have enough memory.
    OutOfMemory {
        /// How many bytes were asked for in all, if that is known.
        bytes: Option<u64>,
    },
    /// The table was to stay on the host, which does not have enough memory.
    HostMemory {
        /// How many bytes it takes.
        bytes: u64,
    },
    /// The device refused a command: a mistake of ours.
    Refused {
        /// What it says.
        message: String,
    },
    /// A position has more moves of one kind than the generated code has room for; without them
    /// the result would be wrong.
    ListOverflow,
    /// The driver ends loops early, as Mesa's software driver does after 65,535 rounds in all, so
    /// a position with that much work is not expanded as a whole.
    CutShort,
    /// A move leads to a position whose index is not below the size: a mistake of ours.
    IndexOutside,
    /// A layer, or a pass over undecided positions, was not expanded as a whole; or positions do
    /// not tell how many moves were made, as the search expects of them.
    WrongLayer {
        /// Its depth, or the number of the pass.
        depth: usize,
        /// How many positions were expanded.
        expanded: u64,
        /// How many it has.
        expected: u64,
    },
    /// A table does not fit on the device.
    TableTooLarge {
        /// How many bytes it takes.
        needed: u64,
        /// How many it may take.
        limit: u64,
    },
    /// A start is no index of the game.
    NoSuchIndex {
        /// The start.
        index: u64,
        /// Number of indices.
        size: u64,
    },
    /// The observer asked to stop.
    Cancelled {
        /// How many positions were known.
        states: u64,
        /// The layers that were finished.
        layers: Vec<u64>,
    },
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GpuError::NoDevice => {
                write!(
                    f,
                    "no graphics processor can be reached: no driver for Vulkan, Metal or Direct3D 12 answers"
                )
            }
            GpuError::NoSuchDevice { number, devices: 1 } => {
                write!(f, "there is no graphics processor {number}: there is one, number 0")
            }
            GpuError::NoSuchDevice { number, devices } => {
                write!(
                    f,
                    "there is no graphics processor {number}: there are {devices}, numbered from 0"
                )
            }
            GpuError::CannotOpen { name, message } => {
                write!(f, "the graphics processor `{name}` cannot be used: {message}")
            }
            GpuError::Workgroup { size, most } => {
                write!(
                    f,
                    "workgroups of {size} are not possible: powers of two from 32 to {most} are"
                )
            }
            GpuError::Shader { kernel, message, excerpt } => {
                write!(
                    f,
                    "the graphics processor does not accept the kernel `{kernel}`: {}",
                    message.trim_end()
                )?;
                if excerpt.is_empty() { Ok(()) } else { write!(f, "\n{excerpt}") }
            }
            GpuError::Lost { message } => write!(f, "the graphics processor was lost: {message}"),
            GpuError::OutOfMemory { bytes: Some(bytes) } => {
                write!(f, "the graphics processor has not enough memory for {bytes} bytes")
            }
            GpuError::OutOfMemory { bytes: None } => {
                write!(f, "the graphics processor has not enough memory")
            }
            GpuError::HostMemory { bytes } => {
                write!(f, "the table takes {bytes} bytes, and there is not so much memory")
            }
            GpuError::Refused { message } => {
                write!(f, "the graphics processor refused a command: {message}")
            }
            GpuError::ListOverflow => {
                write!(
                    f,
                    "a position has more moves than the code for graphics processors has room for"
                )
            }
            GpuError::CutShort => {
                write!(
                    f,
                    "the driver of the graphics processor ends loops early, and the game needs longer ones"
                )
            }
            GpuError::IndexOutside => {
                write!(f, "a move leads to a position without an index on the graphics processor")
            }
            GpuError::WrongLayer { depth, expanded, expected } => {
                write!(f, "{expanded} positions were expanded at depth {depth}, and not {expected}")
            }
            GpuError::TableTooLarge { needed, limit } => {
                write!(
                    f,
                    "the table takes {needed} bytes, and on the graphics processor it may take {limit}"
                )
            }
            GpuError::NoSuchIndex { index, size } => {
                write!(f, "there is no index {index}: there are {size}")
            }
            GpuError::Cancelled { states, layers } if layers.is_empty() => {
                write!(f, "stopped early; positions so far: {states}")
            }
            GpuError::Cancelled { states, layers } => {
                write!(
                    f,
                    "stopped early; positions so far: {states}, finished layers: {}",
                    layers.len()
                )
            }
        }
    }
}

impl Error for GpuError {}
