import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/errors.ts'
import { createBoundedQueue } from '#server/platform/work-queue.ts'
import type { ShareSize, ShareSubject } from './share-design.ts'
import type { ShareStore } from './share-store.ts'

/** Raise it when the design changes. Images of the old design are then no longer used and expire. */
const designVersion = 1

type Render = (subject: ShareSubject, size: ShareSize) => Promise<Buffer>

/** Share images, from the store or drawn once for concurrent requests, two at a time. */
export function createShareImages(store: ShareStore | null, render: Render) {
  const drawing = new Map<string, Promise<Buffer>>()
  const queue = createBoundedQueue({ atOnce: 2, waitingMax: 100, refusal: tooMany })

  async function readOrDraw(key: string, subject: ShareSubject, size: ShareSize): Promise<Buffer> {
    // A picture that is deleted must not stay in what was drawn of it.
    const drawings = subject.picture === null ? store : null
    const stored = await drawings?.read(key)
    if (stored) return stored
    const image = await queue(() => render(subject, size))
    await drawings?.write(key, image)
    return image
  }

  return {
    /** The key of an image, which changes whenever the image does. */
    keyOf(subject: ShareSubject, size: ShareSize): string {
      return createHash('sha256')
        .update(JSON.stringify([designVersion, size, subject]))
        .digest('base64url')
        .slice(0, 32)
    },
    /** The image as PNG. AppError overloaded if too many are waiting. */
    image(subject: ShareSubject, size: ShareSize): Promise<Buffer> {
      const key = this.keyOf(subject, size)
      const pending = drawing.get(key)
      if (pending) return pending
      const started = readOrDraw(key, subject, size).finally(() => drawing.delete(key))
      drawing.set(key, started)
      return started
    },
  }
}

function tooMany(): AppError {
  return new AppError('overloaded', 'Many images are being drawn at the moment. Try again in a few seconds.', {
    retryAfter: 5,
  })
}
