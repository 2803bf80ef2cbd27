//! A kernel that the device has compiled.

use super::Game;
use super::device::Gpu;
use super::error::GpuError;
use super::table::FIRST_PART;
use super::text::{Kernel, Settings, refused};

/// Number of bytes of the orders of a chunk.
pub(super) const ORDERS_BYTES: u64 = 80;

/// How the buffers of a kernel are bound: those before the parts of tables have the same meaning
/// in all kernels.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) buffers: wgpu::BindGroupLayout,
    /// What only `kernel_prepare` uses: a buffer cannot be changed and be the argument of an
    /// indirect dispatch at once.
    pub(super) groups: wgpu::BindGroupLayout,
    plain: wgpu::PipelineLayout,
    preparing: wgpu::PipelineLayout,
}

/// A kernel that was accepted.
#[derive(Debug)]
pub(super) struct Program {
    kernel: Kernel,
    text: String,
    module: wgpu::ShaderModule,
}

impl Layout {
    /// Creates the layout with `parts` parts of tables.
    pub(super) fn new(gpu: &Gpu, parts: usize) -> Self {
        let entry = |binding: usize, ty| wgpu::BindGroupLayoutEntry {
            binding: u32::try_from(binding).expect("few bindings"),
            visibility: wgpu::ShaderStages::COMPUTE,
            ty,
            count: None,
        };
        let storage = |read_only| wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only },
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        let orders = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: true,
            min_binding_size: wgpu::BufferSize::new(ORDERS_BYTES),
        };
        let entries: Vec<_> = (0..FIRST_PART + parts)
            .map(|binding| match binding {
                0 => entry(binding, storage(true)),
                2 => entry(binding, orders),
                _ => entry(binding, storage(false)),
            })
            .collect();
        let group = |entries: &[wgpu::BindGroupLayoutEntry]| {
            gpu.device
                .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries })
        };
        let buffers = group(&entries);
        let groups = group(&[entry(0, storage(false))]);
        let pipeline = |bind_group_layouts: &[Option<&wgpu::BindGroupLayout>]| {
            gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts,
                immediate_size: 0,
            })
        };
        let plain = pipeline(&[Some(&buffers)]);
        let preparing = pipeline(&[Some(&buffers), Some(&groups)]);
        Layout { buffers, groups, plain, preparing }
    }
}

impl Program {
    /// Compiles a kernel for a game.
    pub(super) fn new(
        gpu: &Gpu,
        kernel: Kernel,
        game: &Game,
        settings: &Settings<'_>,
    ) -> Result<Self, GpuError> {
        let text = kernel.text(game, settings);
        let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(kernel.name()),
            source: wgpu::ShaderSource::Wgsl(text.as_str().into()),
        });
        if let Some(error) = pollster::block_on(scope.pop()) {
            let info = pollster::block_on(module.get_compilation_info());
            let place = info.messages.iter().find_map(|message| message.location);
            let line = place.and_then(|place| usize::try_from(place.line_number).ok());
            return Err(refused(kernel, &text, error.to_string(), line));
        }
        gpu.check()?;
        Ok(Program { kernel, text, module })
    }

    /// One of its entry points.
    pub(super) fn entry(
        &self,
        gpu: &Gpu,
        layout: &Layout,
        name: &str,
    ) -> Result<wgpu::ComputePipeline, GpuError> {
        let is_preparing = name == "kernel_prepare";
        let internal = gpu.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let validation = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let pipeline = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(name),
            layout: Some(if is_preparing { &layout.preparing } else { &layout.plain }),
            module: &self.module,
            entry_point: Some(name),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        let validation = pollster::block_on(validation.pop());
        let internal = pollster::block_on(internal.pop());
        if let Some(error) = validation.or(internal) {
            return Err(refused(self.kernel, &self.text, error.to_string(), None));
        }
        gpu.check()?;
        Ok(pipeline)
    }
}
