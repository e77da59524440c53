import { createHash } from 'node:crypto'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { AppError } from '#platform/errors.ts'
import { createBoundedQueue } from '#platform/work/work-queue.ts'
import type { ShareSize, ShareSubject } from './share-design.ts'
import type { ShareStore } from './share-store.ts'

/** Increase this number when the design changes. Stored images of the old design are then no longer used. */
const designVersion = 2

type Render = (subject: ShareSubject, size: ShareSize) => Promise<Buffer>

/**
 * Returns functions for share images, which other sites show beside a link to a page. `getImage` reads from the store,
 * or renders, at most two images at a time. Concurrent requests for an image share one rendering.
 */
export function createShareImages(store: ShareStore | null, render: Render) {
  const runningRenderings = new Map<string, Promise<Buffer>>()
  const queue = createBoundedQueue({ concurrency: 2, waitingMax: 100, refusal: tooManyImagesError })

  async function readOrRender(key: string, subject: ShareSubject, size: ShareSize): Promise<Buffer> {
    // An image with an example picture isn't stored: it would still show the picture after that was deleted.
    const usedStore = subject.picture === null ? store : null
    const stored = await usedStore?.read(key)
    if (stored) return stored
    const image = await queue(() => render(subject, size))
    await usedStore?.write(key, image)
    return image
  }

  return {
    /** Returns the key of an image, which changes whenever the image would look different. */
    keyOf(subject: ShareSubject, size: ShareSize): string {
      const hash = createHash('sha256').update(JSON.stringify([designVersion, size, subject]))
      return cutText(hash.digest('base64url'), 32)
    },
    /** Returns an image as PNG. Throws AppError overloaded if too many images are waiting. */
    getImage(subject: ShareSubject, size: ShareSize): Promise<Buffer> {
      const key = this.keyOf(subject, size)
      const running = runningRenderings.get(key)
      if (running) return running
      const rendering = readOrRender(key, subject, size).finally(() => runningRenderings.delete(key))
      runningRenderings.set(key, rendering)
      return rendering
    },
  }
}

function tooManyImagesError(): AppError {
  return new AppError('overloaded', t('Many images are being drawn at the moment. Try again in a few seconds.'), {
    retryAfter: 5,
  })
}
