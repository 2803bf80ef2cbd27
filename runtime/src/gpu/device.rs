//! The devices of the machine, and opening one of them.
//!
//! A device gives exactly the limits that are asked for: here the smallest ones of wgpu, and what
//! the adapter has where tables need it. Features are optional: timestamps, which tell how long
//! the device was busy, and integers of 64 bits, for games whose text uses them.
//!
//! wgpu panics if nobody handles an error. So every device has a handler, which keeps the first
//! error for the next [`Gpu::check`]. A device that is lost stays lost.

use super::error::GpuError;
use super::options::{GpuOptions, LARGEST_WORKGROUP};
use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeviceKind {
    /// A graphics processor with memory of its own.
    Discrete,
    /// One that shares the memory of the processor.
    Integrated,
    /// One that another machine shares.
    Virtual,
    /// The processor itself, by a driver that only behaves like a graphics processor.
    Cpu,
    /// The driver does not say.
    Other,
}

/// A device of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Its number among the devices of the machine.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// How it is reached: `vulkan`, `metal`, `dx12`.
    pub backend: String,
    /// What it is.
    pub kind: DeviceKind,
    /// Its driver.
    pub driver: String,
    /// The most bytes of a buffer.
    pub buffer_bytes: u64,
    /// The most bytes of a part of a table.
    pub binding_bytes: u64,
    /// The most buffers that a kernel can use.
    pub bindings: u32,
    /// The most invocations of a workgroup.
    pub workgroup: u32,
    /// Whether it has integers of 64 bits.
    pub has_64_bit_integers: bool,
    /// Whether it tells how long it was busy.
    pub has_timestamps: bool,
}

/// An open device.
pub struct Gpu {
    info: DeviceInfo,
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) limits: wgpu::Limits,
    failures: Arc<Mutex<Failures>>,
}

/// What has gone wrong on a device.
#[derive(Debug, Default)]
struct Failures {
    /// What the driver said when the device was lost.
    lost: Option<String>,
    /// The first other error since somebody asked.
    first: Option<GpuError>,
}

/// All devices that can be reached, by number. The environment variable `WGPU_BACKEND` leaves out
/// some.
pub fn devices() -> Vec<DeviceInfo> {
    adapters().iter().enumerate().map(|(number, adapter)| describe(number, adapter)).collect()
}

impl Gpu {
    /// Opens the device with a number, or else the one that promises most: discrete, integrated,
    /// virtual, then the processor.
    pub fn open(choice: Option<usize>) -> Result<Self, GpuError> {
        let adapters = adapters();
        let infos = adapters.iter().enumerate().map(|(number, adapter)| describe(number, adapter));
        let found = infos.len();
        let info = match choice {
            Some(number) => infos.into_iter().nth(number),
            None => infos.into_iter().min_by_key(|info| (info.kind, info.number)),
        };
        let info = match (info, choice) {
            (Some(info), _) => info,
            (None, Some(number)) if found > 0 => {
                return Err(GpuError::NoSuchDevice { number, devices: found });
            }
            (None, _) => return Err(GpuError::NoDevice),
        };
        open(&adapters[info.number], info)
    }

    /// What it is.
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// How many positions are visited at once: enough to keep a device of its kind busy, but each
    /// needs room for its successors.
    pub(super) fn invocations(&self, options: &GpuOptions) -> u32 {
        options.invocations.unwrap_or(match self.info.kind {
            // The processor takes its time over dispatches, so they must not be many.
            DeviceKind::Discrete | DeviceKind::Other | DeviceKind::Cpu => 1 << 17,
            DeviceKind::Integrated | DeviceKind::Virtual => 1 << 15,
        })
    }

    /// How many positions each invocation visits in a dispatch at the most. Mesa's software driver
    /// allows 65,535 rounds of loops, which a few positions can use up.
    pub(super) fn rounds(&self) -> u32 {
        if self.info.kind == DeviceKind::Cpu { 1 } else { 32 }
    }

    /// The most workgroups of a dispatch.
    pub(super) fn most_groups(&self) -> u32 {
        self.limits.max_compute_workgroups_per_dimension
    }

    /// Fails if the device has failed since it was last asked, or is lost.
    pub(super) fn check(&self) -> Result<(), GpuError> {
        let failed = locked(&self.failures).first.take();
        if failed.is_some() {
            // Anything may be refused because the device is lost, which is reported only to those
            // who ask. It may fail as well, which says nothing new.
            let _ = self.device.poll(wgpu::PollType::Poll);
        }
        match (&locked(&self.failures).lost, failed) {
            (Some(message), _) => Err(GpuError::Lost { message: message.clone() }),
            (None, Some(failed)) => Err(failed),
            (None, None) => Ok(()),
        }
    }

    /// Waits until the device has done everything up to a submission, or everything.
    pub(super) fn wait(&self, until: Option<wgpu::SubmissionIndex>) -> Result<(), GpuError> {
        let waited =
            self.device.poll(wgpu::PollType::Wait { submission_index: until, timeout: None });
        self.check()?;
        waited.map(drop).map_err(|error| GpuError::Lost { message: error.to_string() })
    }

    /// Does something that takes memory on the device, `bytes` bytes in all.
    pub(super) fn allocate<T>(&self, bytes: u64, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let done = work();
        match pollster::block_on(scope.pop()) {
            Some(_) => Err(GpuError::OutOfMemory { bytes: Some(bytes) }),
            None => self.check().map(|()| done),
        }
    }

    /// The device of tests: none if the machine has none, which is a failure only where the
    /// environment variable `GAMEC_REQUIRE_GPU` is set.
    ///
    /// # Panics
    ///
    /// If a device is required and there is none.
    #[doc(hidden)]
    pub fn for_tests() -> Option<Self> {
        match Gpu::open(None) {
            Ok(gpu) => Some(gpu),
            Err(error) => {
                assert!(
                    std::env::var_os("GAMEC_REQUIRE_GPU").is_none(),
                    "GAMEC_REQUIRE_GPU is set: {error}"
                );
                // Past what the test harness catches and shows of failed tests only.
                let _ = writeln!(
                    std::io::stderr(),
                    "SKIPPED, NOT PASSED: this test needs a graphics processor: {error}"
                );
                None
            }
        }
    }
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gpu").field("info", &self.info).finish_non_exhaustive()
    }
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeviceKind::Discrete => "discrete",
            DeviceKind::Integrated => "integrated",
            DeviceKind::Virtual => "virtual",
            DeviceKind::Cpu => "processor",
            DeviceKind::Other => "unknown",
        })
    }
}

fn adapters() -> Vec<wgpu::Adapter> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
    // The kernels limit the numbers of indirect dispatches themselves, and do not ask for them;
    // the check of wgpu is a dispatch more for each.
    descriptor.flags.remove(wgpu::InstanceFlags::VALIDATION_INDIRECT_CALL);
    let instance = wgpu::Instance::new(descriptor);
    let all = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    let computes = |adapter: &wgpu::Adapter| {
        let flags = adapter.get_downlevel_capabilities().flags;
        flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS)
            && flags.contains(wgpu::DownlevelFlags::INDIRECT_EXECUTION)
    };
    all.into_iter().filter(computes).collect()
}

fn describe(number: usize, adapter: &wgpu::Adapter) -> DeviceInfo {
    let info = adapter.get_info();
    let limits = adapter.limits();
    let features = adapter.features();
    DeviceInfo {
        number,
        name: info.name,
        backend: info.backend.to_string(),
        kind: match info.device_type {
            wgpu::DeviceType::DiscreteGpu => DeviceKind::Discrete,
            wgpu::DeviceType::IntegratedGpu => DeviceKind::Integrated,
            wgpu::DeviceType::VirtualGpu => DeviceKind::Virtual,
            wgpu::DeviceType::Cpu => DeviceKind::Cpu,
            wgpu::DeviceType::Other => DeviceKind::Other,
        },
        driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
        buffer_bytes: limits.max_buffer_size,
        binding_bytes: limits.max_storage_buffer_binding_size,
        bindings: limits.max_storage_buffers_per_shader_stage,
        workgroup: workgroup_limit(&limits),
        has_64_bit_integers: features.contains(wgpu::Features::SHADER_INT64),
        has_timestamps: features.contains(wgpu::Features::TIMESTAMP_QUERY),
    }
}

fn workgroup_limit(limits: &wgpu::Limits) -> u32 {
    limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x)
}

fn open(adapter: &wgpu::Adapter, info: DeviceInfo) -> Result<Gpu, GpuError> {
    let has = adapter.limits();
    let required_limits = wgpu::Limits {
        max_buffer_size: has.max_buffer_size,
        max_storage_buffer_binding_size: has.max_storage_buffer_binding_size,
        max_storage_buffers_per_shader_stage: has.max_storage_buffers_per_shader_stage,
        max_compute_invocations_per_workgroup: LARGEST_WORKGROUP
            .min(has.max_compute_invocations_per_workgroup),
        max_compute_workgroup_size_x: LARGEST_WORKGROUP.min(has.max_compute_workgroup_size_x),
        ..wgpu::Limits::downlevel_defaults()
    };
    let wanted = wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::SHADER_INT64;
    let descriptor = wgpu::DeviceDescriptor {
        required_features: adapter.features() & wanted,
        required_limits,
        ..wgpu::DeviceDescriptor::default()
    };
    let opened = pollster::block_on(adapter.request_device(&descriptor));
    let (device, queue) = opened.map_err(|error| GpuError::CannotOpen {
        name: info.name.clone(),
        message: error.to_string(),
    })?;
    let failures = Arc::new(Mutex::new(Failures::default()));
    let for_errors = Arc::clone(&failures);
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
        locked(&for_errors).first.get_or_insert_with(|| translate(&error));
    }));
    let for_loss = Arc::clone(&failures);
    device.set_device_lost_callback(move |_, message| {
        locked(&for_loss).lost.get_or_insert(message);
    });
    let limits = device.limits();
    Ok(Gpu { info, device, queue, limits, failures })
}

/// The failures, also if a thread has panicked that held them: they are whole at any time.
fn locked(failures: &Mutex<Failures>) -> MutexGuard<'_, Failures> {
    failures.lock().unwrap_or_else(PoisonError::into_inner)
}

fn translate(error: &wgpu::Error) -> GpuError {
    match error {
        wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory { bytes: None },
        wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
            GpuError::Refused { message: description.clone() }
        }
    }
}
