//! What the player is told about values if she asks.

use super::super::screen;
use super::Session;
use crate::failure::Failure;
use gdl_runtime::interp::Play;
use gdl_runtime::values::Outcome;
use gdl_solver::answers::line::{End, LONGEST, best_line};
use gdl_solver::answers::rated::{best, best_first, rated_moves, rating};
use gdl_solver::answers::words::{move_words, position_words};
use gdl_solver::answers::{Answers, is_puzzle, known};
use gdl_solver::text::counted;

impl Session<'_> {
    /// Shows what the position is worth.
    pub(super) fn value(&mut self, answers: &dyn Answers) -> Result<(), Failure> {
        let known = known(self.interp, answers, self.state())?;
        let name = screen::name(self.model(), self.state().mover);
        let colon = if name.is_empty() { "" } else { ": " };
        self.say(&format!("{name}{colon}{}\n", position_words(self.model(), known)));
        Ok(())
    }

    /// Shows best play to the end.
    pub(super) fn solution(&mut self, answers: &dyn Answers) -> Result<(), Failure> {
        let model = self.model();
        if is_puzzle(model) && self.interp.is_goal(self.state()) {
            self.say("This is the goal already.\n");
            return Ok(());
        }
        let line = best_line(self.interp, answers, self.state(), LONGEST)?;
        self.say(&match line.moves.is_empty() && line.end == End::Over {
            true => "There are no moves here.\n".to_owned(),
            false => screen::line(model, &line),
        });
        Ok(())
    }

    /// Shows every move with its value.
    pub(super) fn hint(&mut self, plays: &[Play], answers: &dyn Answers) -> Result<(), Failure> {
        let mut rated = rated_moves(self.interp, answers, self.state())?;
        best_first(&mut rated);
        let text = match rated.is_empty() {
            true => "There are no moves here.\n".to_owned(),
            false => screen::hints(self.model(), plays, &rated),
        };
        self.say(&text);
        Ok(())
    }

    /// Says what would have been better.
    pub(super) fn comment(&mut self, play: &Play, answers: &dyn Answers) -> Result<(), Failure> {
        let rated = rated_moves(self.interp, answers, self.state())?;
        let made = rated.iter().find(|rated| rated.play == *play).and_then(|rated| rated.known);
        let better = best(&rated).filter(|best| rating(best.known) > rating(made));
        let (Some(better), Some(made)) = (better, made) else { return Ok(()) };
        let model = self.model();
        let extra = better.known.and_then(|known| known.plies).zip(made.plies);
        let text = match extra {
            _ if !is_puzzle(model) => format!(
                "Coach: `{}` {}; this {}.\n",
                better.play.text,
                move_words(model, better.known),
                move_words(model, Some(made))
            ),
            _ if made.outcome != Outcome::Win => {
                "Coach: from here the puzzle cannot be solved any more.\n".to_owned()
            }
            Some((fewest, moves)) => {
                let more = counted(moves.saturating_sub(fewest), "move");
                format!("Coach: this way takes {more} more than necessary.\n")
            }
            None => return Ok(()),
        };
        self.say(&text);
        Ok(())
    }

    /// Turns comments on or off.
    pub(super) fn set_coach(&mut self, rest: &str) {
        self.coach = match rest {
            "on" => true,
            "off" => false,
            "" => !self.coach,
            _ => return self.say("`coach on` or `coach off`\n"),
        };
        let word = if self.coach { "on" } else { "off" };
        self.say(&format!("The coach is {word}.\n"));
    }
}
