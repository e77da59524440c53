import { type ReactNode, useMemo } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { blanksLeftText, measureText, textToCopy } from '#features/worksheet/worksheet-rules.ts'
import { languageName } from '#lib/language-name.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Deferred } from '#ui/deferred.tsx'
import { Icon } from '#ui/icon.tsx'
import { BlankFields } from './blank-fields.tsx'
import { ShowAll } from './show-all.tsx'
import { type NewWorksheet, useNewWorksheet, useWorksheet, WorksheetContext } from './use-worksheet.ts'
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
  prompt: Pick<Prompt, 'slug' | 'content' | 'language' | 'version' | 'variables'>
}) {
  const { reset, isChanged } = useWorksheet()
  return (
    <section className="framed mt-6" aria-label="Worksheet">
      <div className="flex min-h-12 items-center gap-3 border-hair border-b py-2 pr-2 pl-4 text-small md:pl-5">
        <Status />
        <button
          type="button"
          className="btn btn-bare js-only ml-auto min-h-8 text-small"
          hidden={!isChanged}
          onClick={reset}
        >
          <Icon name="rotate-ccw" className="icon-sm" />
          Reset
        </button>
      </div>
      <CopyByHandIfBlocked />
      <BlankFields slug={prompt.slug} variables={prompt.variables} />
      <WorksheetText language={prompt.language} length={prompt.content.length} />
      <ShowAll content={prompt.content} />
      <TextStats language={prompt.language} version={prompt.version} />
    </section>
  )
}

function Status() {
  const { values, suggestions, isCopied, emptyNames } = useWorksheet()
  if (isCopied && emptyNames.length === 0) return <b>Copied</b>
  if (Object.keys(values).length === 0) return <b>Ready to copy</b>
  return (
    <>
      <b>Fill in</b>
      <span className="text-ink-2 tabular-nums">{blanksLeftText(values, suggestions)}</span>
    </>
  )
}

function TextStats({ language, version }: { language: string; version: number }) {
  const { segments, values } = useWorksheet()
  const { words, tokens } = useMemo(() => measureText(textToCopy(segments, values)), [segments, values])
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 border-hair border-t px-4 py-3 text-ink-2 text-small tabular-nums md:px-5 [&_b]:font-semibold [&_b]:text-ink">
      <span>
        <b>{formatNumber(words)}</b> {words === 1 ? 'word' : 'words'}
      </span>
      <span>
        about <b>{formatNumber(tokens)}</b> tokens
      </span>
      <span>
        Version <b>{version}</b>
      </span>
      <span>{languageName(language)}</span>
      <span className="js-only ml-auto max-lg:hidden pointer-coarse:hidden">
        <kbd className="kbd">c</kbd> copies
      </span>
    </div>
  )
}
