import type { Approval, ApprovalText } from '#features/approvals/contract.ts'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import { ExactText, MarkedText } from '#features/catalogue/web/exact-text.tsx'
import { HiddenCharactersNote } from '#features/change-requests/web/hidden-characters-note.tsx'
import { variableLines } from '#features/variables/variable-list-rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { ScrollText } from '#ui/layout/scroll-text.tsx'
import { TextDiff } from '#ui/text-diff.tsx'

const showMarked = (text: string) => <MarkedText text={text} />
const showExact = (text: string) => <ExactText text={text} />

/** What is compared besides the text, by its name on the page. */
const others: [Message, (text: ApprovalText) => string][] = [
  [msg('Title'), ({ title }) => title],
  [msg('Description'), ({ description }) => description],
  [msg('Category'), ({ category }) => category.name],
  [msg('Tags'), ({ tags }) => tags.join(', ')],
  [msg('License'), ({ licence }) => licenseNames[licence]],
  [msg('Made for models'), ({ models }) => models.join(', ')],
  [msg('Offered as a skill'), ({ skill }) => (skill ? t('Yes') : '')],
  [msg('Files'), ({ files }) => files.map(({ path, text }) => `${path}\n${text}`).join('\n\n')],
  [msg('Blanks'), ({ variables }) => variableLines(variables)],
]

/** Shows the difference between a prompt as it is and as it would be, or the whole prompt if no text changes. */
export function ApprovalTexts({ approval }: { approval: Approval }) {
  const { current, proposed, hiddenCharacters, isMoved, state } = approval
  const changed = others.filter(([, read]) => read(current) !== read(proposed))
  const isTextChanged = current.content !== proposed.content
  const isWhole = changed.length === 0 && !isTextChanged
  const shown = isWhole ? others.filter(([, read]) => read(proposed) !== '') : changed
  return (
    <section aria-labelledby="what-changes">
      <h2 id="what-changes" className="text-h3">
        {isWhole ? t('The prompt') : t('What changes')}
        {!isWhole && (
          <span className="font-normal text-ink-2 text-small">
            {' '}
            <ins>{t('added')}</ins>, <del>{t('removed')}</del>
          </span>
        )}
      </h2>
      {isMoved && state === 'waiting' && (
        <p className="mt-2 border-warn border-l-4 pl-3">
          {t('The prompt has changed since this was written. The difference is with the prompt as it is now.')}
        </p>
      )}
      <div className="mt-3 font-mono text-code leading-relaxed">
        {isTextChanged ? (
          <TextDiff before={current.content} after={proposed.content} show={showExact} />
        ) : isWhole ? (
          <ScrollText label={t('The prompt')}>{showExact(proposed.content)}</ScrollText>
        ) : (
          <p className="font-sans text-ink-2 text-small">{t('The text stays the same.')}</p>
        )}
      </div>
      <HiddenCharactersNote characters={hiddenCharacters} />
      {shown.map(([name, read]) => (
        <div key={translate(name)} className="mt-3 text-small [overflow-wrap:anywhere]">
          <h3 className="font-semibold">{translate(name)}</h3>
          {isWhole ? (
            <p className="whitespace-pre-line" dir="auto">
              {showMarked(read(proposed))}
            </p>
          ) : (
            <TextDiff before={read(current)} after={read(proposed)} show={showMarked} />
          )}
        </div>
      ))}
    </section>
  )
}
