import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ShareSize, ShareSubject } from './share-design.ts'
import type { DrawRequest, DrawResponse } from './share-image-process.ts'

/** How long an idle process lives, in ms. */
const idleMs = 10_000
/** A process ends after this many images, to limit the memory that the native library keeps. */
const imagesPerProcess = 200

const program = fileURLToPath(new URL('./share-image-process.ts', import.meta.url))

type PendingImage = { resolve: (image: Buffer) => void; reject: (error: Error) => void }

/**
 * Draws in a separate process, which starts with the first image and ends when idle. A thread would never free its
 * 180 MB. Meanwhile this process serves pages: a layout takes tens of milliseconds.
 */
export function createShareImageRenderer(idleAfterMs = idleMs) {
  let child: ChildProcess | null = null
  let drawn = 0
  let lastId = 0
  let idle: NodeJS.Timeout | undefined
  const pendingImages = new Map<number, PendingImage>()

  function start(): ChildProcess {
    const started = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    drawn = 0
    started.on('message', (answer: DrawResponse) => {
      const image = pendingImages.get(answer.id)
      pendingImages.delete(answer.id)
      if ('image' in answer) image?.resolve(Buffer.from(answer.image))
      else image?.reject(new Error(answer.failure))
      stopWhenIdle(started)
    })
    started.on('error', (error) => end(started, error))
    started.on('exit', () => end(started, new Error('The process that draws share images ended.')))
    return started
  }

  function stopWhenIdle(idleChild: ChildProcess) {
    clearTimeout(idle)
    if (pendingImages.size > 0 || idleChild !== child) return
    // Nothing is pending, so this process must not keep a stopping server alive.
    idleChild.unref()
    idleChild.channel?.unref()
    if (drawn >= imagesPerProcess) return stop()
    idle = setTimeout(stop, idleAfterMs)
    idle.unref()
  }

  function stop() {
    child?.kill()
    child = null
  }

  /** Rejects all pending images of a process that died. The next image starts a new one. */
  function end(endedChild: ChildProcess, error: Error) {
    if (endedChild !== child) return
    child = null
    for (const { reject } of pendingImages.values()) reject(error)
    pendingImages.clear()
  }

  return function draw(subject: ShareSubject, size: ShareSize): Promise<Buffer> {
    child ??= start()
    child.ref()
    child.channel?.ref()
    clearTimeout(idle)
    drawn++
    const request: DrawRequest = { id: ++lastId, subject, size }
    const image = new Promise<Buffer>((resolve, reject) => pendingImages.set(request.id, { resolve, reject }))
    child.send(request)
    return image
  }
}
