import { handleTasks } from '#platform/work/work-process.ts'
import { renderShareImage } from './render-share-image.ts'
import type { ShareSize, ShareSubject } from './share-design.ts'

/** A share image to draw. `picture` is the prompt's card picture as WebP. */
export type DrawTask = { subject: ShareSubject; size: ShareSize; picture: Uint8Array | null }

// This file is the program of the process that share-image-renderer.ts starts.
handleTasks<DrawTask, Uint8Array>(({ subject, size, picture }) => renderShareImage(subject, size, picture))
