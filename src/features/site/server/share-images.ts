import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/errors.ts'
import { createBoundedQueue } from '#server/platform/work-queue.ts'
import { createDrawer } from './draw-aside.ts'
import type { ShareSize, ShareSubject } from './share-design.ts'
import type { ShareStore } from './share-store.ts'

/** Raised when the design changes: images of the old one are not asked for any more and go in time. */
const designVersion = 1

type Render = (subject: ShareSubject, size: ShareSize) => Promise<Buffer>

/** Images by what they show: from the store, else drawn once for all who ask, two at a time. */
export function createShareImages(store: ShareStore | null, render: Render = createDrawer()) {
  const drawing = new Map<string, Promise<Buffer>>()
  const inTurn = createBoundedQueue({ atOnce: 2, waitingMax: 100, refusal: tooMany })

  async function readOrDraw(key: string, subject: ShareSubject, size: ShareSize): Promise<Buffer> {
    const kept = await store?.read(key)
    if (kept) return kept
    const image = await inTurn(() => render(subject, size))
    await store?.write(key, image)
    return image
  }

  return {
    /** What changes whenever the image does. */
    keyOf(subject: ShareSubject, size: ShareSize): string {
      return createHash('sha256')
        .update(JSON.stringify([designVersion, size, subject]))
        .digest('base64url')
        .slice(0, 32)
    },
    /** The image as PNG; AppError overloaded when too many wait. */
    image(subject: ShareSubject, size: ShareSize): Promise<Buffer> {
      const key = this.keyOf(subject, size)
      const known = drawing.get(key)
      if (known) return known
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
