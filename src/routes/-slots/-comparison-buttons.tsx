import { AddToCollection } from '#features/collections/web/add-to-collection.tsx'
import type { Comparison } from '#features/comparison/contract.ts'
import { ReportButton } from '#features/moderation/web/reports/report-button.tsx'
import { t } from '#lib/texts.ts'

/** The buttons that other features add to a comparison's page for members. */
export function ComparisonButtons({ comparison }: { comparison: Comparison }) {
  const { id, name, prompt, published, shared, isOwner, promptHidden } = comparison
  const title = name ?? prompt?.title ?? t('Comparison')
  return (
    <>
      {!promptHidden && (published || (shared && isOwner)) && (
        <AddToCollection target={{ kind: 'comparison', id, title }} />
      )}
      {!isOwner && (published || shared) && (
        <ReportButton target={{ comparisonId: id }} noun="comparison" title={name ?? prompt?.title ?? ''} />
      )}
    </>
  )
}
