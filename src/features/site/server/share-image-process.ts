import { answerWork } from '#server/platform/work-process.ts'
import { renderShareImage } from './render-share-image.ts'
import type { ShareSize, ShareSubject } from './share-design.ts'

export type DrawTask = { subject: ShareSubject; size: ShareSize }

answerWork<DrawTask, Uint8Array>(({ subject, size }) => renderShareImage(subject, size))
