//! Goals and ends.

use super::Maker;
use super::board::Form;

impl Maker {
    pub(super) fn make_ends(&mut self) {
        if self.board.form == Form::Ring && self.is_puzzle() && self.random.percent(25) {
            self.say("same rotations");
            self.feature("same rotations");
        }
        if self.is_puzzle() {
            return self.make_goal();
        }
        if self.by_score {
            if self.random.percent(40) {
                let atom = self.atom();
                self.say(format!("finish score += count({atom})"));
                self.feature("scores");
            }
            return self.say("stuck by score");
        }
        for _ in 0..self.random.pick(&[0, 1, 1, 1, 2]) {
            let condition = self.condition();
            let verdict = self.random.pick(&["win", "win", "lose", "draw"]);
            let named = verdict != "draw" && (self.again || self.random.percent(20));
            if named {
                let player = self.random.pick(&self.players);
                self.say(format!("{verdict} {player} when {condition}"));
            } else {
                self.say(format!("{verdict} when {condition}"));
            }
        }
        let stuck = self.random.pick(&["loses", "loses", "wins", "draws", "passes"]);
        self.say(format!("stuck {stuck}"));
    }

    fn make_goal(&mut self) {
        match self.random.below(10) {
            0..4 => self.say("goal start"),
            4..9 => {
                let condition = self.condition();
                self.say(format!("goal {condition}"));
            }
            _ => {}
        }
    }
}
