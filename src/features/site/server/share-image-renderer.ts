import { fileURLToPath } from 'node:url'
import { createWorkProcess } from '#platform/work/work-process.ts'
import type { ShareSize, ShareSubject } from './share-design.ts'
import type { DrawTask } from './share-image-process.ts'

const program = fileURLToPath(new URL('./share-image-process.ts', import.meta.url))

type Options = {
  /** How long the process may be idle before it is stopped, in ms. */
  idleMs?: number
  /** Reads a picture (WebP) by its address without size and extension. Returns null if it was deleted. */
  readPicture?: (src: string) => Promise<Uint8Array | null>
}
const noPicture = async () => null

/**
 * Creates a function that draws share images in a separate process, because a layout takes tens of milliseconds, during
 * which the server couldn't serve pages. A thread would never free the 180 MB that the drawing libraries use.
 */
export function createShareImageRenderer({ idleMs, readPicture = noPicture }: Options = {}) {
  const work = createWorkProcess<DrawTask, Uint8Array>({ program, idleMs, tasksPerProcess: 200 })
  return async (subject: ShareSubject, size: ShareSize): Promise<Buffer> => {
    const picture = subject.picture === null ? null : await readPicture(subject.picture)
    return Buffer.from(await work({ subject, size, picture }))
  }
}
