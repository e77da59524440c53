import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from '#platform/log-fields.ts'
import { type BackOff, createBackOff, restartBackOff } from '../../jobs/back-off.ts'
import { StartError } from '../start-error.ts'
import { openChannel } from './channel.ts'
import { type ConnectedWorker, relayCalls } from './relay.ts'
import type { Assignment, Ready } from './worker.ts'

/** `size`: the number of workers. `assignment`: returns what to tell the worker with this number. */
type Options = {
  size: number
  fork: () => Worker
  assignment: (number: number) => Assignment
  log: Log
  backOff?: BackOff
}

/** A running worker. `failure`: the reason that it gave for not being able to serve. */
type RunningWorker = ConnectedWorker & { worker: Worker; failure?: string }

/**
 * Creates the supervisor of the workers. It starts them, restarts those that die (after growing delays), and stops
 * them.
 */
export function createSupervisor({ size, fork, assignment, log, backOff = restartBackOff }: Options) {
  const workers = new Set<RunningWorker>()
  const timers = new Set<NodeJS.Timeout>()
  const relay = relayCalls(workers, log)
  let isStarted = false
  let isStopping = false
  let restarts = 0
  const started = Promise.withResolvers<Ready>()

  function startWorker(number: number, delayAfter = createBackOff(backOff)): void {
    const startedAt = Date.now()
    const startAgain = (end: string, pid?: number) => {
      const delay = delayAfter(Date.now() - startedAt)
      restarts++
      log.error({ worker: number, pid, end, restartMs: delay }, 'a worker ended unexpectedly')
      const timer = setTimeout(() => {
        timers.delete(timer)
        startWorker(number, delayAfter)
      }, delay)
      timers.add(timer)
    }
    const worker = tryToFork(startAgain)
    if (!worker) return
    const running: RunningWorker = { number, worker, channel: openChannel(worker), isWatching: false, isReady: false }
    workers.add(running)
    running.channel.on('assignment', () => assignment(number))
    running.channel.on<string>('failed', (failure) => {
      running.failure = failure
    })
    running.channel.on<Ready>('ready', (ready) => {
      running.isReady = true
      if (isStarted) log.info({ worker: number, pid: worker.process.pid }, 'a worker is ready again')
      isStarted ||= [...workers].every(({ isReady }) => isReady)
      if (isStarted) started.resolve(ready)
    })
    relay(running, () => restarts)
    const handleEnd = (end: string) => {
      workers.delete(running)
      if (isStopping) return
      if (!isStarted) return started.reject(new StartError(running.failure ?? `A worker did not start: ${end}.`))
      startAgain(running.failure ?? end, worker.process.pid)
    }
    worker.once('exit', (code: number | null, signal: string | null) =>
      handleEnd(signal ? `killed by ${signal}` : `exit status ${code}`),
    )
    // If the system could not start the process, the process has no PID, and no exit is reported.
    worker.on('error', ({ message }) => {
      if (worker.process.pid === undefined) handleEnd(message)
      else log.warn({ worker: number, pid: worker.process.pid, error: message }, 'a worker could not be reached')
    })
  }

  /**
   * Forks a process. If the system can't start one, for example for lack of memory, throws while the server starts.
   * Later, calls `onFailure` and returns undefined.
   */
  function tryToFork(onFailure: (end: string) => void): Worker | undefined {
    try {
      return fork()
    } catch (error) {
      if (!isStarted) throw error
      onFailure((error as Error).message)
      return undefined
    }
  }

  /** Calls `end` for each worker, and waits until all of them have exited. */
  async function endAll(end: (running: RunningWorker) => void): Promise<void> {
    isStopping = true
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(
      [...workers].map(async (running) => {
        const gone = once(running.worker, 'exit')
        end(running)
        await gone
      }),
    )
  }

  const kill = ({ worker }: RunningWorker) => void worker.process.kill('SIGKILL')

  return {
    /**
     * Starts all workers. Resolves when all of them serve. Rejects with StartError if one of them can't, and throws the
     * system's error if a process can't be forked.
     */
    start(): Promise<Ready> {
      for (let number = 1; number <= size; number++) startWorker(number)
      return started.promise
    },
    /** Calls all workers without waiting for replies. */
    notify(call: string, data: unknown): void {
      for (const { channel } of workers) channel.notify(call, data)
    },
    /**
     * Lets the workers drain for DRAIN_SECONDS and then end, and kills those that aren't ready. A second call ends the
     * draining early.
     */
    stop: () => endAll((running) => (running.isReady ? running.channel.notify('stop') : kill(running))),
    kill: () => endAll(kill),
  }
}
