import { renderShareImage } from './render-share-image.ts'
import type { ShareSize, ShareSubject } from './share-design.ts'

export type DrawOrder = { id: number; subject: ShareSubject; size: ShareSize }
export type DrawAnswer = { id: number; image: Uint8Array } | { id: number; failure: string }

// The process that draws. It ends with the one that started it: then nothing can be heard any more.
process.on('message', async ({ id, subject, size }: DrawOrder) => {
  const answer = await renderShareImage(subject, size).then(
    (image): DrawAnswer => ({ id, image }),
    (error): DrawAnswer => ({ id, failure: String(error) }),
  )
  if (process.connected) process.send?.(answer)
})
