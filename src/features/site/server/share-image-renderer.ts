import { fileURLToPath } from 'node:url'
import { createWorkProcess } from '#server/platform/work-process.ts'
import type { ShareSize, ShareSubject } from './share-design.ts'
import type { DrawTask } from './share-image-process.ts'

const program = fileURLToPath(new URL('./share-image-process.ts', import.meta.url))

type Options = {
  idleMs?: number
  /** Reads a picture (WebP) by the start of its addresses; null if it was deleted. */
  readPicture?: (src: string) => Promise<Uint8Array | null>
}
const noPicture = async () => null

/**
 * Draws in a separate process, so that this one keeps serving pages: a layout takes tens of milliseconds. A thread
 * would never free its 180 MB.
 */
export function createShareImageRenderer({ idleMs, readPicture = noPicture }: Options = {}) {
  const work = createWorkProcess<DrawTask, Uint8Array>({ program, idleMs, tasksPerProcess: 200 })
  return async (subject: ShareSubject, size: ShareSize): Promise<Buffer> => {
    const picture = subject.picture === null ? null : await readPicture(subject.picture)
    return Buffer.from(await work({ subject, size, picture }))
  }
}
