import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { TextWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import { formatCredits } from '#features/credits/rules.ts'
import type { GeneratedPrompt } from '#features/generator/contract.ts'
import { exampleIdeas } from '#features/generator/idea-rules.ts'
import { generatorLimits as limits } from '#features/generator/rules.ts'
import { builtInBadge, modelLabel } from '#features/models/model-name-rules.ts'
import { composerId, estimateTokens } from '#features/models/rules.ts'
import type { MemberModel } from '#features/models/web/offered-model.ts'
import { queryMax } from '#features/search/rules.ts'
import { variableLines } from '#features/variables/variable-list-rules.ts'
import { parsePrompt } from '#features/variables/variable-rules.ts'
import { mediumOf } from '#features/worksheet/medium-rules.ts'
import { CopyBar } from '#features/worksheet/web/copy-bar.tsx'
import { CopyButton } from '#features/worksheet/web/copy-button.tsx'
import { RunButtons } from '#features/worksheet/web/run-buttons.tsx'
import { CopyByHandIfBlocked, WorksheetProvider } from '#features/worksheet/web/worksheet.tsx'
import { WorksheetFields } from '#features/worksheet/web/worksheet-fields.tsx'
import { WorksheetText } from '#features/worksheet/web/worksheet-text.tsx'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'
import type { Generation } from './generation-state.ts'
import { AdaptedFrom, CloseOnes } from './prompt-sources.tsx'

/** The sessionStorage keys under which the create form and the compare page look for a draft. */
const storageKeys = { create: 'create_prompt_draft', compare: 'compare_draft' } as const

type ResultProps = {
  /** What the member has written into the form. */
  idea: string
  generation: Generation | null
  models: MemberModel[]
  /** The price of changing the prompt once more, in credits. */
  price: number
  /** Example ideas, shown while there is no result. */
  ideas: ReactNode
  /** Whether the chosen writer can change a prompt. The Composer can't. */
  canRefine: boolean
  onRefine: (content: string, change: string) => void
  onRetry: () => void
}

/** Shows the text while it streams in, then the prompt as a worksheet with its actions. */
export function GeneratorResult({ idea, generation, models, ideas, canRefine, ...actions }: ResultProps) {
  const content = generation?.prompt?.content ?? ''
  const segments = useMemo(() => parsePrompt(content), [content])
  if (!generation)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="font-display font-semibold text-h3">{t('Your prompt appears here')}</p>
        <p className="text-ink-2">
          {t('It has blanks to fill in, and you can copy it, run it in a chat or publish it.')}
        </p>
        <ExampleResult />
        {ideas && <div className="generator-ideas-beside">{ideas}</div>}
      </div>
    )
  const { phase, runId, model, prompt, text, failure, alternatives } = generation
  return (
    <>
      <Head generation={generation} models={models} />
      {prompt && (
        <>
          <h2 className="text-h2" dir="auto">
            {prompt.title}
          </h2>
          {prompt.description && (
            <p className="text-ink-2" dir="auto">
              {prompt.description}
            </p>
          )}
          {prompt.source && <AdaptedFrom source={prompt.source} isByRules={model === composerId} />}
        </>
      )}
      {phase === 'failed' && !alternatives && (
        <FailureNote
          title={t('No prompt was generated')}
          action={
            <button type="button" className="btn" onClick={actions.onRetry}>
              {t('Try again')}
            </button>
          }
        >
          {failure}
        </FailureNote>
      )}
      {phase === 'failed' && alternatives && <NothingFits idea={idea} reason={failure} closest={alternatives} />}
      {prompt ? (
        <WorksheetProvider
          key={prompt.content}
          segments={segments}
          variables={prompt.variables}
          storageId={runId ?? undefined}
          medium={mediumOf(prompt.category, prompt.tags, prompt.title, prompt.content)}
        >
          <CopyByHandIfBlocked />
          <div className="generator-text">
            <WorksheetFields variables={prompt.variables} />
            <WorksheetText language="" length={prompt.content.length} variables={prompt.variables} />
          </div>
          <Tags tags={prompt.tags} />
          <Proposals variables={prompt.variables} />
          <Actions prompt={prompt} />
          <CloseOnes title={t('Also close to your idea')} prompts={prompt.alternatives} />
          <CopyBar />
        </WorksheetProvider>
      ) : (
        text && (
          <div className="generator-text">
            <div className="worksheet-text" dir="auto">
              <TextWithBlanks text={text} />
              {phase === 'running' && <span className="caret" aria-hidden="true" />}
            </div>
          </div>
        )
      )}
      {prompt && phase === 'done' && canRefine && <Refine content={prompt.content} {...actions} />}
    </>
  )
}

/** The beginning of what the Composer makes of the first example idea: a starter prompt with two blanks filled in. */
const exampleText = `Plan a {{minutes:45}}-minute lesson on {{topic:photosynthesis}} for {{class:7th graders}}. By the end they should be able to {{aim}}.

Make a table: minutes, what I do, what they do, what I need. They never just listen for more than eight minutes.`

function ExampleResult() {
  return (
    <figure>
      <figcaption className="font-semibold">
        {t('An example: what “{idea}” becomes', { idea: exampleIdeas()[0] ?? '' })}
      </figcaption>
      <p
        className="mt-2 whitespace-pre-line border-hair border-s-2 ps-4 font-mono text-code leading-[1.7]"
        lang="en"
        dir="ltr"
      >
        <TextWithBlanks text={exampleText} /> …
      </p>
    </figure>
  )
}

/** Says that no prompt of the catalogue fits the idea, which is no failure, and what to do instead. */
function NothingFits({
  idea,
  reason,
  closest,
}: {
  idea: string
  reason: string | null
  closest: GeneratedPrompt['alternatives']
}) {
  return (
    <>
      <div role="alert">
        <p className="font-display font-semibold text-h3">{t('No prompt was generated')}</p>
        <p className="mt-2 max-w-[42em] text-ink-2">{reason}</p>
      </div>
      <p className="flex flex-wrap gap-2">
        <Link to="/search" search={{ q: cutText(idea, queryMax) }} className="btn">
          <Icon name="search" className="icon-sm" />
          {t('Search for it')}
        </Link>
        <Link to="/create-prompt" className="btn">
          <Icon name="pencil-line" className="icon-sm" />
          {t('Write it yourself')}
        </Link>
      </p>
      <CloseOnes title={t('The closest prompts')} prompts={closest} />
    </>
  )
}

/** Shows the model and the status, then the time, tokens and price. Screen readers announce the status. */
function Head({ generation, models }: Pick<ResultProps, 'models'> & { generation: Generation }) {
  const { phase, runId, model, price, time, text, isReconnecting, isSettling } = generation
  const vendor = models.find(({ id }) => id === model)?.vendor ?? null
  const { name, detail } = model === null ? { name: t('Waiting'), detail: '' } : modelLabel(model, vendor)
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <b>{name}</b>
      {vendor === 'built-in' ? (
        <span className="badge">{builtInBadge()}</span>
      ) : (
        <span className="text-ink-2">{phase === 'done' && runId === null ? t('on your machine') : detail}</span>
      )}
      <span role="status">
        {isReconnecting
          ? t('The connection was lost. Reconnecting...')
          : isSettling && phase === 'running'
            ? t('Stopping...')
            : phase === 'running'
              ? t('Writing now')
              : ''}
      </span>
      {phase === 'done' && (
        <span className="ms-auto text-ink-2 tabular-nums">
          {[
            time !== null && t('{seconds} s', { seconds: (time / 1000).toFixed(time < 1000 ? 2 : 1) }),
            model !== composerId && t('about {tokens} tokens', { tokens: estimateTokens(text) }),
            price !== null && formatCredits(price),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      )}
    </div>
  )
}

function Tags({ tags }: { tags: string[] }) {
  return (
    <p className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <span key={tag} className="tag" dir="auto">
          {tag}
        </span>
      ))}
    </p>
  )
}

/** Lists the suggested kinds, labels and options for the prompt's blanks. The create form adopts these suggestions. */
function Proposals({ variables }: Pick<GeneratedPrompt, 'variables'>) {
  if (variables.length === 0) return null
  return (
    <section aria-label={t('Suggestions for blanks')} className="text-small">
      <h3 className="font-semibold">{t('Suggestions for blanks')}</h3>
      <ul className="text-ink-2" dir="auto">
        {variableLines(variables)
          .split('\n')
          .map((line) => (
            <li key={line}>{line}</li>
          ))}
      </ul>
      <p>{t('The create form uses these suggestions. You can change them there.')}</p>
    </section>
  )
}

/** Shows the same Copy and Run buttons as a prompt's page, followed by other actions. */
function Actions({ prompt }: { prompt: GeneratedPrompt }) {
  const navigate = useNavigate()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-hair border-t pt-4">
      <CopyButton className="min-h-16 text-card max-lg:hidden" />
      <RunButtons />
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn"
          onClick={() => {
            saveDraftFor('create', prompt)
            // A prompt that was adapted from another one is a fork of it.
            void navigate({ to: '/create-prompt', search: { fork: prompt.source?.slug } })
          }}
        >
          <Icon name="pencil-line" className="icon-sm" />
          {t('Open in the create form')}
        </button>
        <Link to="/compare" className="btn" onClick={() => saveDraftFor('compare', prompt)}>
          <Icon name="layers" className="icon-sm" />
          {t('Compare models')}
        </Link>
      </div>
    </div>
  )
}

function Refine({ content, price, onRefine }: { content: string; price: number; onRefine: ResultProps['onRefine'] }) {
  const [change, setChange] = useState('')
  const id = useId()
  const isTooLong = content.length > limits.contentMax
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (change.trim() === '') return document.getElementById(id)?.focus()
    onRefine(content, change.trim())
    setChange('')
  }
  if (isTooLong) return <p className="text-ink-2 text-small">{t('This prompt is too long to be refined here.')}</p>
  return (
    <form className="field border-hair border-t pt-4" onSubmit={send}>
      <label htmlFor={id}>{t('What should be different?')}</label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          className="input min-w-0 flex-1 basis-60"
          dir="auto"
          maxLength={limits.changeMax}
          value={change}
          placeholder={t('Shorter, and with an example')}
          onChange={(event) => setChange(event.target.value)}
        />
        <button type="submit" className="btn">
          {price === 0 ? t('Refine (no credits)') : t('Refine ({credits})', { credits: formatCredits(price) })}
        </button>
      </div>
    </form>
  )
}

/** Saves a prompt as the draft of the create form or the compare page. If storage is blocked, that page opens empty. */
function saveDraftFor(to: keyof typeof storageKeys, prompt: GeneratedPrompt): void {
  try {
    sessionStorage.setItem(storageKeys[to], JSON.stringify(prompt))
  } catch {
    // Storage is full or blocked.
  }
}
