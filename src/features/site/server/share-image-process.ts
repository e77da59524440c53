import { renderShareImage } from './render-share-image.ts'
import type { ShareSize, ShareSubject } from './share-design.ts'

export type DrawRequest = { id: number; subject: ShareSubject; size: ShareSize }
export type DrawResponse = { id: number; image: Uint8Array } | { id: number; failure: string }

// The drawing process. It ends with its parent, since the channel then closes.
process.on('message', async ({ id, subject, size }: DrawRequest) => {
  const answer = await renderShareImage(subject, size).then(
    (image): DrawResponse => ({ id, image }),
    (error): DrawResponse => ({ id, failure: String(error) }),
  )
  if (process.connected) process.send?.(answer)
})
