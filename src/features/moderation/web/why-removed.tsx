import { t } from '#lib/texts.ts'
/** Shows the reason that a moderator gave, if the thing is removed. */
export function WhyRemoved({ reason }: { reason: string | null }) {
  if (reason === null) return null
  return (
    <p className="border-bad border-l-4 pl-3">
      <b>{t('Why it was removed:')} </b>
      <bdi>{reason}</bdi>
    </p>
  )
}
