import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import type pino from 'pino'
import { type BackOff, createBackOff, restartBackOff } from '../back-off.ts'
import { StartError } from '../start-error.ts'
import { openChannel } from './channel.ts'
import { type Connected, relayCalls } from './relay.ts'
import type { Assignment, Ready } from './worker.ts'

type Options = {
  size: number
  fork: () => Worker
  assignment: () => Assignment
  log: pino.Logger
  backOff?: BackOff
}

/** A process of a place. `failure`: why it says that it can't serve. */
type Run = Connected & { worker: Worker; failure?: string }

/** Starts workers, restarts those that end, later each time, and stops them. */
export function createSupervisor({ size, fork, assignment, log, backOff = restartBackOff }: Options) {
  const runs = new Set<Run>()
  const timers = new Set<NodeJS.Timeout>()
  const relay = relayCalls(runs, log)
  let isStarted = false
  let isStopping = false
  let restarts = 0
  const started = Promise.withResolvers<Ready>()

  function startPlace(place: number, delayAfter = createBackOff(backOff)): void {
    const worker = fork()
    const run: Run = { place, worker, channel: openChannel(worker), isWatching: false, isReady: false }
    const since = Date.now()
    runs.add(run)
    run.channel.on('assignment', assignment)
    run.channel.on<string>('failed', (failure) => {
      run.failure = failure
    })
    run.channel.on<Ready>('ready', (ready) => {
      run.isReady = true
      if (isStarted) log.info({ worker: place, pid: worker.process.pid }, 'a worker is ready again')
      isStarted ||= [...runs].every(({ isReady }) => isReady)
      if (isStarted) started.resolve(ready)
    })
    relay(run, () => restarts)
    worker.once('exit', (code: number | null, signal: string | null) => {
      runs.delete(run)
      if (isStopping) return
      const end = run.failure ?? (signal ? `killed by ${signal}` : `exit status ${code}`)
      if (!isStarted) return started.reject(new StartError(run.failure ?? `A worker did not start: ${end}.`))
      const delay = delayAfter(Date.now() - since)
      restarts++
      log.error({ worker: place, pid: worker.process.pid, end, restartMs: delay }, 'a worker ended unexpectedly')
      const timer = setTimeout(() => {
        timers.delete(timer)
        startPlace(place, delayAfter)
      }, delay)
      timers.add(timer)
    })
  }

  /** Ends all workers by `end`, and waits until they are gone. */
  async function endAll(end: (run: Run) => void): Promise<void> {
    isStopping = true
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(
      [...runs].map(async (run) => {
        const gone = once(run.worker, 'exit')
        end(run)
        await gone
      }),
    )
  }

  const kill = ({ worker }: Run) => void worker.process.kill('SIGKILL')

  return {
    /** Starts all workers. Resolves when all serve. StartError if one of them can't. */
    start(): Promise<Ready> {
      for (let place = 1; place <= size; place++) startPlace(place)
      return started.promise
    },
    /** Calls every worker. */
    tell(call: string, data: unknown): void {
      for (const { channel } of runs) channel.tell(call, data)
    },
    /** Lets the workers drain and end. A second call ends the wait for DRAIN_SECONDS. */
    stop: () => endAll((run) => (run.isReady ? run.channel.tell('stop') : kill(run))),
    kill: () => endAll(kill),
  }
}
