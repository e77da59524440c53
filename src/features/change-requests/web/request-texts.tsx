import { ExactText, MarkedText } from '#features/catalogue/web/exact-text.tsx'
import type { ChangeRequest } from '#features/change-requests/contract.ts'
import { isPending } from '#features/change-requests/rules.ts'
import { variableLines } from '#features/variables/variable-list-rules.ts'
import { t } from '#lib/texts.ts'
import { ScrollText } from '#ui/layout/scroll-text.tsx'
import { TextDiff } from '#ui/text-diff.tsx'
import { HiddenCharactersNote } from './hidden-characters-note.tsx'

const showMarked = (text: string) => <MarkedText text={text} />
const showExact = (text: string) => <ExactText text={text} />

/**
 * Shows what a suggested edit changes. If it is undecided and the prompt has changed since, also shows the text that it
 * is based on, the current text and the suggested text, for the author to combine.
 */
export function RequestTexts({ request }: { request: ChangeRequest }) {
  const { base, current, proposed, isMoved, state } = request
  const before = base ?? current
  return (
    <>
      {isMoved && isPending(state) && (
        <section aria-labelledby="three-texts">
          <h2 id="three-texts" className="text-h3">
            {t('The prompt has changed since this was suggested')}
          </h2>
          <p className="mt-1 mb-4 text-ink-2">{t('Nothing is merged. Compare the texts and choose what to store.')}</p>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-3">
            <Side
              title={t('Based on: version {baseVersion}', { baseVersion: request.baseVersion })}
              text={base?.content ?? null}
            />
            <Side title={t('Now: version {version}', { version: request.prompt.version })} text={current.content} />
            <Side title={t('Suggested')} text={proposed.content} />
          </div>
        </section>
      )}
      <section aria-labelledby="what-changes">
        <h2 id="what-changes" className="flex flex-wrap items-baseline gap-x-3 text-h3">
          {t('What the edit changes')}
          <span className="font-normal font-sans text-ink-2 text-small">
            <ins>{t('added')}</ins>, <del>{t('removed')}</del>
          </span>
        </h2>
        <Change name={t('Title')} before={before.title} after={proposed.title} />
        <Change name={t('Description')} before={before.description} after={proposed.description} />
        <div className="mt-3 rounded-2 border border-edge bg-raised p-4 font-mono text-body leading-relaxed">
          {before.content === proposed.content ? (
            <p className="font-sans text-ink-2 text-small">{t('The text stays the same.')}</p>
          ) : (
            <TextDiff before={before.content} after={proposed.content} show={showExact} />
          )}
        </div>
        <HiddenCharactersNote characters={request.hiddenCharacters} />
        <Change name={t('Blanks')} before={variableLines(before.variables)} after={variableLines(proposed.variables)} />
      </section>
    </>
  )
}

function Change({ name, before, after }: { name: string; before: string; after: string }) {
  if (before === after) return null
  return (
    <div className="mt-2 text-small">
      <h3 className="font-semibold">{name}</h3>
      <TextDiff before={before} after={after} show={showMarked} />
    </div>
  )
}

function Side({ title, text }: { title: string; text: string | null }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <div className="mt-2">
        <ScrollText label={title}>
          {text === null ? t('This version is no longer public.') : showExact(text)}
        </ScrollText>
      </div>
    </div>
  )
}
