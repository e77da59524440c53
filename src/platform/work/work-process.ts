import { type ChildProcess, fork } from 'node:child_process'

type WorkOptions = {
  /** The module that the process runs. It has to call `handleTasks`. */
  program: string
  /** How long a process may be idle before it is stopped, in ms (default 10,000). */
  idleMs?: number
  /** After this many tasks, a process ends as soon as it is idle. This limits the memory that native libraries keep. */
  tasksPerProcess: number
  /** If a task takes longer than this, in ms, the process is killed and all its tasks fail. Unset: no limit. */
  taskMs?: number
}

type Task = { id: number; task: unknown }
type TaskResult = { id: number; result: unknown } | { id: number; failure: string }

type PendingTask<Result> = { resolve: (result: Result) => void; reject: (error: Error) => void }

/**
 * Creates a function that runs tasks in a separate process, which starts with the first task and ends when it is idle.
 * A thread wouldn't free the memory of native libraries, and if it crashed, the server would end. The caller limits the
 * number of concurrent tasks.
 */
export function createWorkProcess<Input, Result>({ program, idleMs = 10_000, tasksPerProcess, taskMs }: WorkOptions) {
  let child: ChildProcess | null = null
  let startedTasks = 0
  let lastId = 0
  let idleTimer: NodeJS.Timeout | undefined
  const pending = new Map<number, PendingTask<Result>>()

  function start(): ChildProcess {
    const forked = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    startedTasks = 0
    forked.on('message', (taskResult: TaskResult) => {
      const task = pending.get(taskResult.id)
      pending.delete(taskResult.id)
      if ('result' in taskResult) task?.resolve(taskResult.result as Result)
      else task?.reject(new Error(taskResult.failure))
      stopWhenIdle(forked)
    })
    forked.on('error', (error) => end(forked, error))
    forked.on('exit', () => end(forked, new Error(`The process of ${program} ended.`)))
    return forked
  }

  function stopWhenIdle(idleChild: ChildProcess) {
    clearTimeout(idleTimer)
    if (pending.size > 0 || idleChild !== child) return
    // Nothing is pending, so this process mustn't keep a stopping server alive.
    idleChild.unref()
    idleChild.channel?.unref()
    if (startedTasks >= tasksPerProcess) return stop()
    idleTimer = setTimeout(stop, idleMs)
    idleTimer.unref()
  }

  function stop() {
    child?.kill()
    child = null
  }

  /** Rejects all pending tasks of a process that has died. The next task starts a new process. */
  function end(endedChild: ChildProcess, error: Error) {
    if (endedChild !== child) return
    child = null
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  return function work(task: Input): Promise<Result> {
    child ??= start()
    const worker = child
    worker.ref()
    worker.channel?.ref()
    clearTimeout(idleTimer)
    startedTasks++
    const request: Task = { id: ++lastId, task }
    const result = new Promise<Result>((resolve, reject) => pending.set(request.id, { resolve, reject }))
    worker.send(request)
    if (taskMs === undefined) return result
    const deadline = setTimeout(() => worker.kill('SIGKILL'), taskMs)
    return result.finally(() => clearTimeout(deadline))
  }
}

/** Handles tasks in the separate process. When its parent ends, the channel closes, and so the process ends too. */
export function handleTasks<Input, Result>(work: (task: Input) => Promise<Result>): void {
  process.on('message', async ({ id, task }: { id: number; task: Input }) => {
    const taskResult = await work(task).then(
      (result): TaskResult => ({ id, result }),
      (error): TaskResult => ({ id, failure: String(error) }),
    )
    if (process.connected) process.send?.(taskResult)
  })
}
