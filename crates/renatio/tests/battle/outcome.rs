//! KaB tests, routs and pursuits.
