//! Tasks that are hardware models.

use crate::source::{InputError, LineInFile};
use ::hardware::{Design, Place};
use bits::SharedSystem;
use model::Model;
use std::path::Path;
use std::sync::Arc;

/// A hardware model.
pub struct HardwareTask {
    design: Arc<Design>,
    /// The automaton of its transition system, as the checker sees it.
    model: Model,
    bits: Arc<SharedSystem>,
}

impl HardwareTask {
    /// Reads an AIGER or BTOR2 file.
    pub(crate) fn read(path: &Path) -> Result<HardwareTask, InputError> {
        let error = |message: String| InputError::new(path, message);
        let bytes = std::fs::read(path).map_err(|e| error(format!("cannot be read: {e}")))?;
        if bytes.is_empty() {
            return Err(error("is empty".to_owned()));
        }
        let design = ::hardware::read(&bytes).map_err(|wrong| match wrong.place {
            Place::Line(line) => {
                let text = bytes.split(|&byte| byte == b'\n').nth(line.saturating_sub(1));
                let text = String::from_utf8_lossy(text.unwrap_or_default()).trim_end().to_owned();
                let place = LineInFile { line: line as u32, column: 1, text };
                InputError { place: Some(place), ..error(wrong.message) }
            }
            Place::Byte(_) => error(wrong.to_string()),
        })?;
        let model = design.system.automaton().into_model();
        let bits = Arc::new(SharedSystem::new(design.system.clone()));
        Ok(HardwareTask { design: Arc::new(design), model, bits })
    }

    /// The model as it was read.
    pub fn design(&self) -> &Arc<Design> {
        &self.design
    }

    /// Its system, for engines on bits.
    pub fn bits(&self) -> &Arc<SharedSystem> {
        &self.bits
    }

    /// Its automaton.
    pub fn model(&self) -> &Model {
        &self.model
    }
}
