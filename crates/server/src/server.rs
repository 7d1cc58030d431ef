//! Puts the parts together, listens, and closes in good order.

use crate::{
    bus::{Bus, InProcess},
    config::Config,
    entropy::{Entropy, SystemEntropy},
    game::{Computer, Hall, RandomPlayer},
    house::{App, House},
    http,
    limits::Limits,
    metrics::Metrics,
    shelf::{Shelf, Shelves},
    storage::{Sqlite, Storage, StorageError, Write},
    time::{Clock, SystemClock},
};
use axum::serve::ListenerExt;
use caracole_kernel::AnySystem;
use std::{
    future::Future,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, broadcast, watch},
};

/// Sessions that may end before a connection has heard of the first; then it looks whether its own is still there.
const ENDINGS: usize = 64;
/// How often the server leaves a sign of life in its storage.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);
/// How long clients have to go when the server closes.
const FAREWELL: Duration = Duration::from_secs(5);
/// Passwords that are hashed at once.
const HASHING: usize = 2;

/// A server before it listens: the parts that can be exchanged.
pub struct Server {
    config: Config,
    systems: Vec<&'static dyn AnySystem>,
    computers: Vec<Arc<dyn Computer>>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    shelves: Vec<Shelf>,
    usual: Option<&'static str>,
}

/// Why a server does not start, or stops.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The storage does not open.
    #[error("the storage cannot be opened: {0}")]
    Storage(#[from] StorageError),
    /// The address cannot be listened at.
    #[error("cannot listen at {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The network failed.
    #[error(transparent)]
    Network(#[from] std::io::Error),
}

impl Server {
    /// A server of these systems, with computer players who choose by chance.
    pub fn new(config: Config, systems: Vec<&'static dyn AnySystem>) -> Self {
        Server {
            config,
            systems,
            computers: vec![Arc::new(RandomPlayer)],
            clock: Arc::new(SystemClock),
            entropy: Arc::new(SystemEntropy),
            shelves: Vec::new(),
            usual: None,
        }
    }

    /// One more computer player.
    pub fn computer(mut self, computer: Arc<dyn Computer>) -> Self {
        self.computers.push(computer);
        self
    }

    /// Another clock.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Another source of secrets: for tests that compare two runs.
    pub fn entropy(mut self, entropy: Arc<dyn Entropy>) -> Self {
        self.entropy = entropy;
        self
    }

    /// Scenarios and armies to offer.
    pub fn shelves(mut self, shelves: Vec<Shelf>) -> Self {
        self.shelves = shelves;
        self
    }

    /// The system that newcomers are offered first; the first of all unless named.
    pub fn usual(mut self, code: &'static str) -> Self {
        self.usual = Some(code);
        self
    }

    /// Opens the storage and the address.
    pub async fn bind(self) -> Result<Bound, ServeError> {
        let Server { config, systems, computers, clock, entropy, shelves, usual } = self;
        let usual = usual.or_else(|| systems.first().map(|system| system.code())).unwrap_or_default();
        let shelves = Shelves { shelves, usual };
        let metrics = Arc::new(Metrics::default());
        let storage = Sqlite::open(&config.data, clock.now(), Arc::clone(&metrics))?;
        let outages = storage.outages().await?;
        let listener =
            TcpListener::bind(config.listen).await.map_err(|e| ServeError::Listen(config.listen, e))?;
        let address = listener.local_addr()?;
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let bus: Arc<dyn Bus> = Arc::new(InProcess::default());
        let hall = Hall {
            storage: Arc::new(storage),
            bus,
            clock,
            entropy,
            metrics,
            systems,
            computers,
            outages,
            idle: Duration::from_secs(config.idle_seconds.max(1)),
            thinking_time: Duration::from_millis(config.thinking_millis),
            askers: Semaphore::new(processors.max(2)),
            onlookers: Semaphore::new((processors / 2).max(1)),
            thinkers: Semaphore::new(if config.thinkers == 0 { processors } else { config.thinkers }),
            live: Mutex::default(),
            present: Mutex::default(),
            ended: broadcast::channel(ENDINGS).0,
        };
        let (close, closing) = watch::channel(false);
        let limits = Limits::new(&config);
        let hashing = Semaphore::new(HASHING);
        let house = House { hall: Arc::new(hall), config, limits, shelves, hashing, closing };
        Ok(Bound { app: Arc::new(house), listener, address, close })
    }
}

/// A server that listens but does not answer yet.
pub struct Bound {
    app: App,
    listener: TcpListener,
    address: SocketAddr,
    close: watch::Sender<bool>,
}

impl Bound {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` is ready, then closes in good order.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Bound { app, listener, close, address } = self;
        tracing::info!(%address, "listening");
        let living = tokio::spawn(live(App::clone(&app)));
        // An answer waits for nothing to be sent with it.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let service = http::router(App::clone(&app)).into_make_service_with_connect_info::<SocketAddr>();
        let mut closing = app.closing.clone();
        let (stopped, on_stop) = tokio::sync::oneshot::channel::<()>();
        let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
            stop.await;
            tracing::info!("closing");
            // Sockets say goodbye; requests under way are answered.
            close.send_replace(true);
            drop(stopped);
        });
        let serving = tokio::spawn(serving.into_future());
        drop(on_stop.await);
        drop(closing.wait_for(|closing| *closing).await);
        match tokio::time::timeout(FAREWELL, serving).await {
            Ok(Ok(served)) => served?,
            Ok(Err(_)) | Err(_) => tracing::warn!("some clients did not go in time"),
        }
        living.abort();
        let last = app.hall.storage.commit(vec![Write::Alive(app.hall.clock.now())]).await;
        tracing::info!("closed");
        Ok(last?)
    }
}

/// Serves until the process is asked to stop. `ready` hears the address when requests are answered.
pub fn serve(server: Server, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let server = server.bind().await?;
        ready(server.address());
        server.run(asked_to_stop()).await
    });
    // A computer player may still be thinking; nobody waits for it.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// Leaves signs of life and sweeps what is no longer needed.
async fn live(app: App) {
    let mut beat = tokio::time::interval(SIGN_OF_LIFE);
    loop {
        beat.tick().await;
        if let Err(error) = app.hall.storage.commit(vec![Write::Alive(app.hall.clock.now())]).await {
            tracing::error!(%error, "no sign of life could be left");
        }
        app.limits.sweep();
    }
}

/// Ready when the process is asked to stop.
pub async fn asked_to_stop() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
