import { type ReactNode, useMemo } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { blanksLeftText, measureText, textToCopy } from '#features/worksheet/worksheet-rules.ts'
import { languageName } from '#lib/language-name.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { rich, richPlural } from '#ui/rich.ts'
import { SavedValues } from './saved-values.tsx'
import { ShowAll } from './show-all.tsx'
import { type NewWorksheet, useNewWorksheet, useWorksheet, WorksheetContext } from './use-worksheet.ts'
import { WorksheetFields } from './worksheet-fields.tsx'
import { WorksheetText } from './worksheet-text.tsx'

/** Provides the state of the worksheet to the components inside it. */
export function WorksheetProvider({ children, ...worksheet }: NewWorksheet & { children: ReactNode }) {
  return <WorksheetContext value={useNewWorksheet(worksheet)}>{children}</WorksheetContext>
}

/** This code is loaded only when it is needed, since few browsers block the clipboard. */
const loadCopyByHand = () => import('./copy-by-hand.tsx').then(({ CopyByHand }) => CopyByHand)

/** Shows the text to copy by hand if the browser has blocked the clipboard. */
export function CopyByHandIfBlocked() {
  const { uncopiedText } = useWorksheet()
  return uncopiedText === null ? null : <Deferred load={loadCopyByHand} props={{}} placeholder={null} />
}

/** The worksheet: its status, the fields, the text with its blanks, and the number of words and tokens. */
export function Worksheet({
  prompt,
}: {
  prompt: Pick<Prompt, 'id' | 'slug' | 'content' | 'language' | 'version' | 'variables'>
}) {
  const { reset, isChanged } = useWorksheet()
  return (
    <section className="framed mt-6" aria-label={t('Worksheet')}>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 border-hair border-b py-2 pe-2 ps-4 text-small md:ps-5">
        <Status />
        <span className="flex-1" />
        <button type="button" className="btn btn-bare js-only min-h-8 text-small" hidden={!isChanged} onClick={reset}>
          <Icon name="rotate-ccw" className="icon-sm" />
          {t('Reset')}
        </button>
        <SavedValues prompt={prompt} />
      </div>
      <CopyByHandIfBlocked />
      <WorksheetFields variables={prompt.variables} />
      <WorksheetText
        language={prompt.language}
        length={prompt.content.length}
        variables={prompt.variables}
        slug={prompt.slug}
      />
      <ShowAll content={prompt.content} />
      <TextStats language={prompt.language} version={prompt.version} />
    </section>
  )
}

function Status() {
  const { values, suggestions, isCopied, emptyNames } = useWorksheet()
  if (isCopied && emptyNames.length === 0) return <b>{t('Copied')}</b>
  if (Object.keys(values).length === 0) return <b>{t('Ready to copy')}</b>
  return (
    <>
      <b>{t('Fill in')}</b>
      <span className="text-ink-2 tabular-nums">{blanksLeftText(values, suggestions)}</span>
    </>
  )
}

function TextStats({ language, version }: { language: string; version: number }) {
  const { segments, values } = useWorksheet()
  const { words, tokens } = useMemo(() => measureText(textToCopy(segments, values)), [segments, values])
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 border-hair border-t px-4 py-3 text-ink-2 text-small tabular-nums md:px-5 [&_b]:font-semibold [&_b]:text-ink">
      <span>{richPlural(words, '<b>{count}</b> word', '<b>{count}</b> words', { b: (text) => <b>{text}</b> })}</span>
      <span>
        {richPlural(tokens, 'about <b>{count}</b> tokens', 'about <b>{count}</b> tokens', {
          b: (text) => <b>{text}</b>,
        })}
      </span>
      <span>{rich('Version {version}', { version: <b>{version}</b> })}</span>
      <span>{languageName(language)}</span>
      <span className="js-only ms-auto max-lg:hidden pointer-coarse:hidden">
        {rich('{key} copies', { key: <kbd className="kbd">c</kbd>, context: 'the key C copies the prompt' })}
      </span>
    </div>
  )
}
