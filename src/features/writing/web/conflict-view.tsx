import { useEffect, useRef } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { FormField, PromptForm } from '#features/catalogue/draft-rules.ts'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import { textOfFiles } from '#features/catalogue/skill-rules.ts'
import { ExactText } from '#features/catalogue/web/exact-text.tsx'
import { variableLines } from '#features/variables/variable-list-rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { ScrollText } from '#ui/layout/scroll-text.tsx'
import { TextDiff } from '#ui/text-diff.tsx'
import { toForm } from './form-body.ts'

/** The fields besides the text and its blanks: their labels in the form, and their values as texts. */
const details: Record<Exclude<FormField, 'content' | 'variables'>, [Message, (form: PromptForm) => string]> = {
  title: [msg('Title'), ({ title }) => title],
  description: [msg('Description'), ({ description }) => description],
  category: [msg('Category'), ({ category }) => category],
  tags: [msg('Tags'), ({ tags }) => tags.join(', ')],
  licence: [msg('License'), ({ licence }) => licenseNames[licence]],
  models: [msg('Made for models'), ({ models }) => models],
  files: [msg('Files'), ({ files }) => textOfFiles(files)],
  skill: [msg('Agent skill'), ({ skill }) => (skill ? t('Yes') : t('No'))],
}

/**
 * Shows the stored text next to the member's conflicting edit, marks the differences, and lets the member choose which
 * text to keep.
 */
export function ConflictView({
  mine,
  theirs,
  onMine,
  onTheirs,
}: {
  mine: PromptForm
  theirs: Prompt
  onMine: () => void
  onTheirs: () => void
}) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'start' })
  }, [])
  const stored = toForm(theirs)
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="conflict"
      className="mb-8 scroll-mt-20 rounded-2 border-2 border-ink bg-raised p-5"
    >
      <h2 id="conflict" className="text-h3">
        {t('This prompt has been changed since you started')}
      </h2>
      <p className="mt-1 mb-4 text-ink-2">
        {t('Version {version} was stored in the meantime. Your text is safe. Choose which one to keep.', {
          version: theirs.version,
        })}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
        <Side title={t('Stored: version {version}', { version: theirs.version })} prompt={theirs}>
          <button type="button" className="btn" onClick={onTheirs}>
            {t('Keep the stored text')}
          </button>
        </Side>
        <Side title={t('Yours, not stored')} prompt={mine}>
          <button type="button" className="btn btn-primary" onClick={onMine}>
            {t('Keep yours')}
          </button>
        </Side>
      </div>
      <h3 className="mt-5 mb-2 font-semibold">{t('What your text would change')}</h3>
      <TextDiff before={theirs.content} after={mine.content} show={(text) => <ExactText text={text} />} />
      <TextDiff before={variableLines(theirs.variables)} after={variableLines(mine.variables)} />
      {Object.values(details).map(([label, textOf]) => (
        <Change key={translate(label)} label={translate(label)} before={textOf(stored)} after={textOf(mine)} />
      ))}
    </section>
  )
}

function Change({ label, before, after }: { label: string; before: string; after: string }) {
  if (before === after) return null
  return (
    <div className="mt-2 text-small">
      <h4 className="font-semibold">{label}</h4>
      <TextDiff before={before} after={after} />
    </div>
  )
}

function Side({
  title,
  prompt,
  children,
}: {
  title: string
  prompt: { title: string; content: string }
  children: React.ReactNode
}) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 text-small" dir="auto">
        {prompt.title}
      </p>
      <div className="my-3">
        <ScrollText label={title}>
          <ExactText text={prompt.content} />
        </ScrollText>
      </div>
      {children}
    </div>
  )
}
