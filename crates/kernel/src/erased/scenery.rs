//! Pictures, by messages.

use super::{Table, malformed, to_json};
use crate::{At, Awaiting, Layer, Offer, Overlay, Piece, Pull, Refusal, Scene, Side, System, Viewer};
use serde::Deserialize;
use serde_json::Value;

/// A battle of whichever system drawn.
pub trait AnyScenery {
    /// What `viewer` sees, ready to be drawn.
    fn scene(&self, viewer: Viewer) -> Option<Scene>;
    /// A place on the table read out, if this is the name of one.
    fn place(&self, name: &str) -> Option<String>;
    /// The picture of the ground as SVG.
    fn ground(&self) -> String;
    /// What a legal choice would do, laid over the table.
    fn overlays(&self, side: Side, decision: &Value) -> Result<Vec<Overlay>, Refusal>;
    /// What can be laid over the table for as long as a viewer likes.
    fn layers(&self) -> &'static [Layer];
    /// One of these layers as it is now, of one piece if one is named; empty where there is none of this name.
    fn layer(&self, viewer: Viewer, id: &str, about: Option<&Piece>) -> Vec<Overlay>;
    /// What a piece of `side` stands for that is drawn across the table by this way.
    fn drag(&self, side: Side, piece: &Piece, way: &[At]) -> Pull<Offer<Value>>;
    /// Where a piece of `side` can be taken hold of to be drawn across the table.
    fn grips(&self, side: Side, piece: &Piece) -> Vec<Overlay>;
}

impl<S: System> AnyScenery for Table<S>
where
    S::Setup: Send,
{
    fn scene(&self, viewer: Viewer) -> Option<Scene> {
        S::scene(self.session.battle(), viewer)
    }

    fn place(&self, name: &str) -> Option<String> {
        S::place(self.session.battle(), name)
    }

    fn ground(&self) -> String {
        S::ground(self.session.battle())
    }

    fn overlays(&self, side: Side, decision: &Value) -> Result<Vec<Overlay>, Refusal> {
        let decision = S::Decision::deserialize(decision).map_err(|e| malformed("decision", &e))?;
        let battle = self.session.battle();
        let planned = battle.plan(side, &decision).map(|order| S::overlays(battle, &order));
        planned.map_err(|refusal| self.seen(refusal, side))
    }

    fn layers(&self) -> &'static [Layer] {
        S::LAYERS
    }

    fn layer(&self, viewer: Viewer, id: &str, about: Option<&Piece>) -> Vec<Overlay> {
        match S::LAYERS.iter().any(|layer| layer.id == id) {
            true => S::layer(self.session.battle(), viewer, id, about),
            false => Vec::new(),
        }
    }

    fn drag(&self, side: Side, piece: &Piece, way: &[At]) -> Pull<Offer<Value>> {
        let battle = self.session.battle();
        let pull = match &*self.session.awaiting() {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                S::drag(battle, side, request, piece, way)
            }
            _ => Pull::none(),
        };
        pull.map(|d| Offer { decision: to_json(&d), wording: S::wording(battle, side, &d) })
    }

    fn grips(&self, side: Side, piece: &Piece) -> Vec<Overlay> {
        match &*self.session.awaiting() {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                S::grips(self.session.battle(), side, request, piece)
            }
            _ => Vec::new(),
        }
    }
}
