import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ShareSize, ShareSubject } from './share-design.ts'
import type { DrawAnswer, DrawOrder } from './share-drawer.ts'

/** A process with nothing to draw ends after so long, in ms. */
const idleMs = 10_000
/** A process ends after so many images: what the native library holds on to stays small. */
const imagesPerProcess = 200

const program = fileURLToPath(new URL('./share-drawer.ts', import.meta.url))

type Waiting = { resolve: (image: Buffer) => void; reject: (error: Error) => void }

/**
 * Draws in a process of its own, which starts with the first image and ends when idle. A thread would give its 180 MB
 * back to nobody; and layout takes tens of milliseconds, in which this process answers pages.
 */
export function createDrawer(idleAfterMs = idleMs) {
  let child: ChildProcess | null = null
  let drawn = 0
  let lastId = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, Waiting>()

  function start(): ChildProcess {
    const started = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    drawn = 0
    started.on('message', (answer: DrawAnswer) => {
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('image' in answer) asked?.resolve(Buffer.from(answer.image))
      else asked?.reject(new Error(answer.failure))
      rest(started)
    })
    started.on('error', (error) => end(started, error))
    started.on('exit', () => end(started, new Error('The process that draws share images ended.')))
    return started
  }

  function rest(one: ChildProcess) {
    clearTimeout(idle)
    if (waiting.size > 0 || one !== child) return
    // Nobody waits: a server that stops is not kept alive.
    one.unref()
    one.channel?.unref()
    if (drawn >= imagesPerProcess) return stop()
    idle = setTimeout(stop, idleAfterMs)
    idle.unref()
  }

  function stop() {
    child?.kill()
    child = null
  }

  /** Whoever waits for a process that died hears of it; the next image gets a new one. */
  function end(one: ChildProcess, error: Error) {
    if (one !== child) return
    child = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  return function draw(subject: ShareSubject, size: ShareSize): Promise<Buffer> {
    child ??= start()
    child.ref()
    child.channel?.ref()
    clearTimeout(idle)
    drawn++
    const order: DrawOrder = { id: ++lastId, subject, size }
    const asked = new Promise<Buffer>((resolve, reject) => waiting.set(order.id, { resolve, reject }))
    child.send(order)
    return asked
  }
}
