import { Link } from '@tanstack/react-router'
import { ExactText } from '#features/catalogue/web/exact-text.tsx'
import type { ReportCase } from '#features/moderation/report-contract.ts'
import { isWhole, shownTextMax } from '#features/moderation/rules.ts'
import { t } from '#lib/texts.ts'

type ReportedComparison = NonNullable<ReportCase['comparison']>

/** Shows the moderator the texts of a reported comparison, exactly as they are stored, and, if it was taken down, why. */
export function ComparisonText({ comparison }: { comparison: ReportedComparison }) {
  const { id, content, answers, withdrawnReason } = comparison
  const texts = [
    { heading: t('Text sent to the models'), text: content },
    ...answers.map(({ model, text }) => ({ heading: model, text })),
  ]
  return (
    <div className="grid gap-3">
      {withdrawnReason !== null && (
        <p className="border-bad border-l-4 pl-3">
          <b>{t('Why it was taken down:')} </b>
          <bdi>{withdrawnReason}</bdi>
        </p>
      )}
      {texts.map(({ heading, text }) => (
        <div key={heading} className="grid gap-1">
          <h3 className="font-sans text-small">{heading}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
          <section aria-label={heading} tabIndex={0} className="framed max-h-64 overflow-auto p-4">
            <pre
              className="whitespace-pre-wrap font-mono text-code leading-relaxed [overflow-wrap:anywhere]"
              dir="auto"
            >
              <ExactText text={text} />
            </pre>
          </section>
        </div>
      ))}
      {!texts.every(({ text }) => isWhole(text)) && (
        <p className="text-ink-2 text-small">
          {t('Only the first {shownTextMax} characters of each text are shown here.', { shownTextMax })}
        </p>
      )}
      <p>
        <Link to="/compare/$id" params={{ id }} className="link">
          {t('Open the comparison')}
        </Link>
      </p>
    </div>
  )
}
