import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { SegmentsWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import { askLimits } from '#features/models/rules.ts'
import { labelOf } from '#features/variables/label-rules.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { blanksOf as blanksOfSegments } from '#features/variables/variable-rules.ts'
import { defaultsOf } from '#features/worksheet/worksheet-rules.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { GetStarted, type StartLinks } from '#ui/lists/get-started.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { FailureNote } from '#ui/note.tsx'
import { rich } from '#ui/rich.ts'
import { blanksOf as blanksOfText, readCompareDraft, saveCompareDraft } from './compared-prompt.ts'
import { ComparisonList } from './comparison-list.tsx'
import { ownComparisonsQuery } from './comparison-queries.ts'
import { ComparisonTool } from './comparison-tool.tsx'

const startLinks: StartLinks = [
  {
    to: '/prompts',
    label: msg('A prompt on this site'),
    text: msg('Open one and select Compare models.'),
    icon: 'file-text',
  },
  { to: '/favorites', label: msg('A saved prompt'), text: msg('See which model answers it best.'), icon: 'bookmark' },
  { to: '/prompt-generator', label: msg('A new one'), text: msg('Generate it, then compare it.'), icon: 'feather' },
]

type Values = Record<string, string>

/** Sample prompts, and the labels of the buttons that insert them. */
const samplePrompts = [
  {
    label: msg('Explain something'),
    sample: 'Explain to {{reader:a child}} why {{thing:bridges stand}}, in five short sentences.',
  },
  {
    label: msg('Answer an email'),
    sample:
      'Answer this email in {{length:80}} words. Be friendly and firm, and end with one clear next step.\n\n{{email}}',
  },
  {
    label: msg('Choose between two options'),
    sample:
      'Compare {{option A}} and {{option B}} for {{purpose}}. Recommend one, and name the strongest reason against it.',
  },
]

/** Renders the tool that reviews a text. `onChange` replaces the text with an improved one. */
export type RenderCheck = (content: string, onChange: (content: string) => void) => ReactNode

/**
 * Shows the form of /compare: a text or, with `slug`, a prompt from the catalogue; its blanks, the models, and the
 * member's own comparisons.
 */
export function ComparisonForm({ slug, renderCheck }: { slug?: string; renderCheck: RenderCheck }) {
  const { user } = useSession()
  const [draft, setDraft] = useState(readCompareDraft)
  useEffect(() => saveCompareDraft(draft), [draft])
  const writeValue = (name: string, value: string) =>
    setDraft((before) => ({ ...before, values: { ...before.values, [name]: value } }))
  const writeText = (content: string) => setDraft((before) => ({ ...before, content }))
  return (
    <>
      {slug === undefined ? (
        <ComparisonTool prompt={draft}>
          <OwnText content={draft.content} onChange={writeText} />
          {draft.content.trim() !== '' && renderCheck(draft.content, writeText)}
          <Blanks blanks={blanksOfText(draft.content)} values={draft.values} onWrite={writeValue} />
        </ComparisonTool>
      ) : (
        <PromptFields slug={slug} values={draft.values} onWrite={writeValue} />
      )}
      {user && <OwnComparisons />}
    </>
  )
}

function OwnText({ content, onChange }: { content: string; onChange: (content: string) => void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{t('Your prompt')}</label>
      <textarea
        id={id}
        name="content"
        className="input min-h-40 font-mono text-code leading-[1.7]"
        dir="auto"
        maxLength={askLimits.promptMax}
        value={content}
        aria-describedby={`${id}help`}
        onChange={(event) => onChange(event.target.value)}
      />
      {content.trim() === '' && (
        <p className="flex flex-wrap items-center gap-2 text-ink-2 text-small">
          {t('Try one:')}
          {samplePrompts.map(({ label, sample }) => (
            <button key={sample} type="button" className="chip" onClick={() => onChange(sample)}>
              {translate(label)}
            </button>
          ))}
        </p>
      )}
      <p id={`${id}help`} className="text-ink-2 text-small">
        {rich(
          'Write {text} for a blank. The draft is saved as you type. Or <link>choose a prompt</link> and compare models on its page.',
          {
            text: '{{name}}',
            link: (text) => (
              <Link to="/prompts" className="link">
                {text}
              </Link>
            ),
          },
        )}
      </p>
    </div>
  )
}

function PromptFields({
  slug,
  values: draftValues,
  onWrite,
}: {
  slug: string
  values: Values
  onWrite: (name: string, value: string) => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: prompt, error } = useQuery(promptQuery(api, slug))
  if (error)
    return (
      <FailureNote
        title={t('This prompt can’t be compared')}
        action={
          <Link to="/compare" className="btn">
            {t('Compare your own text')}
          </Link>
        }
      >
        {error.message}
      </FailureNote>
    )
  if (!prompt) return null
  const segments = fillableSegments(prompt.content)
  const defaults = defaultsOf([...blanksOfSegments(segments), ...prompt.variables])
  const values = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, draftValues[name] ?? value]))
  return (
    <ComparisonTool prompt={{ promptId: prompt.id, content: prompt.content, values }} sourceId={prompt.id}>
      <p>
        <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="link font-semibold" dir="auto">
          {prompt.title}
        </Link>
      </p>
      <div className="cmp-prompt" dir="auto" lang={prompt.language}>
        <SegmentsWithBlanks segments={segments} />
      </div>
      <Blanks
        blanks={Object.keys(values).map((name) => ({ name, default: defaults[name] ?? null }))}
        values={values}
        onWrite={onWrite}
      />
    </ComparisonTool>
  )
}

/**
 * Shows a field for each blank, in the order of the text. An empty field shows the blank's default, which then fills
 * the blank.
 */
function Blanks({
  blanks,
  values,
  onWrite,
}: {
  blanks: { name: string; default: string | null }[]
  values: Values
  onWrite: (name: string, value: string) => void
}) {
  const id = useId()
  if (blanks.length === 0) return null
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">{t('Blanks')}</legend>
      {blanks.map(({ name, default: defaultValue }, index) => (
        <div key={name} className="field">
          <label htmlFor={`${id}${index}`} className="first-letter:uppercase" dir="auto">
            {labelOf(name)}
          </label>
          <textarea
            id={`${id}${index}`}
            rows={1}
            className="input field-sizing-content resize-none"
            dir="auto"
            placeholder={defaultValue || undefined}
            value={values[name] ?? ''}
            onChange={(event) => onWrite(name, event.target.value)}
          />
        </div>
      ))}
    </fieldset>
  )
}

/** Lists a member's own comparisons, newest first. */
function OwnComparisons() {
  const { api } = useRouteContext({ from: '__root__' })
  const [cursor, setCursor] = useState<string>()
  const { data: page, error } = useQuery(ownComparisonsQuery(api, cursor))
  if (error) return <FailureNote title={t('Your comparisons could not be loaded')}>{error.message}</FailureNote>
  if (!page) return null
  if (page.total === 0 && !cursor)
    return (
      <Section title={t('Your comparisons')}>
        <GetStarted links={startLinks}>
          {t('No comparisons yet. Write a prompt above, or start with one of these.')}
        </GetStarted>
      </Section>
    )
  return (
    <Section title={t('Your comparisons')} aside={plural(page.total, '{count} comparison', '{count} comparisons')}>
      <ComparisonList items={page.items} isOwn />
      <Pager label={t('Your comparisons, pages')} cursor={cursor} nextCursor={page.nextCursor} onTurn={setCursor} />
    </Section>
  )
}
