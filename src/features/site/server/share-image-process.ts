import { handleTasks } from '#server/platform/work-process.ts'
import { renderShareImage } from './render-share-image.ts'
import type { ShareSize, ShareSubject } from './share-design.ts'

export type DrawTask = { subject: ShareSubject; size: ShareSize; picture: Uint8Array | null }

handleTasks<DrawTask, Uint8Array>(({ subject, size, picture }) => renderShareImage(subject, size, picture))
