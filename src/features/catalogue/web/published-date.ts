import type { PromptCard } from '#features/catalogue/contract.ts'
import { usDate } from '#lib/us-date.ts'

/** The day on which a prompt was published, by which “newest” sorts; of a draft, the day on which it was created. */
export function publishedDate({ publishedAt, createdAt }: Pick<PromptCard, 'publishedAt' | 'createdAt'>): string {
  return usDate(publishedAt ?? createdAt)
}
