import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { Prompt, PromptCard } from '#features/catalogue/contract.ts'
import { isStructured } from '#features/catalogue/structured-text-rules.ts'
import { CategoryLink } from '#features/catalogue/web/category-link.tsx'
import { FindingsNote } from '#features/catalogue/web/findings-note.tsx'
import { ownDescription } from '#features/catalogue/web/own-description.ts'
import { PictureFacts } from '#features/catalogue/web/picture-facts.tsx'
import { PromptBadge } from '#features/catalogue/web/prompt-badge.tsx'
import { PromptText } from '#features/catalogue/web/prompt-text.tsx'
import { VoteScale } from '#features/catalogue/web/vote-summary.tsx'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'
import { ProofLine } from '#features/proofs/web/proof-line.tsx'
import { resultSectionId } from '#features/results/rules.ts'
import { ResultLabel } from '#features/results/web/result-label.tsx'
import { segmentsWith } from '#features/variables/variable-rules.ts'
import { mediumOf } from '#features/worksheet/medium-rules.ts'
import { piecesOf } from '#features/worksheet/worksheet-rules.ts'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { lateSection } from '#ui/lists/late-section.tsx'
import { CopyBar } from './copy-bar.tsx'
import { CopyButton } from './copy-button.tsx'
import { MoreButton, MoreMenu } from './more-menu.tsx'
import { PromptFacts } from './prompt-facts.tsx'
import { RunButtons } from './run-buttons.tsx'
import { useShareRequest } from './use-share-request.ts'
import { Worksheet, WorksheetProvider } from './worksheet.tsx'

/**
 * The slots of a prompt's page, which `src/routes/` fills with components of higher features: its versions in other languages, the card picture, what is
 * directly below the text, the pictures of an image prompt, the buttons to save and vote, the menu More, and the
 * sections below.
 */
export type PromptSlots = {
  readersVersion?: ReactNode
  otherVersions?: ReactNode
  picture?: ReactNode
  belowText?: ReactNode
  pictures?: ReactNode
  actions?: ReactNode
  votes?: ReactNode
  saveInBar?: ReactNode
  more?: ReactNode
  below?: ReactNode
}

const loadShareTools = () => import('./share-tools.tsx').then((tools) => tools.ShareTools)

/** The related prompts. Their code loads after that of the page. */
const RelatedPrompts = lateSection(() =>
  import('#features/catalogue/web/prompt-grid.tsx').then((grid) => grid.PromptGrid),
)

/** A title with more characters than this is shown in smaller type. */
const longTitle = 80

/** A prompt's page: its title, the worksheet, the buttons to copy and run it, facts about it, and related prompts. */
export function PromptPage({
  prompt,
  related,
  placeholders,
  onCopied,
  slots = {},
}: {
  prompt: Prompt
  related: PromptCard[]
  /** Placeholders in the text, such as `[topic]`, that readers can fill in like blanks. */
  placeholders: { written: string; name: string }[]
  onCopied?: (way: CopyWay) => void
  slots?: PromptSlots
}) {
  const segments = useMemo(() => segmentsWith(prompt.content, placeholders), [prompt.content, placeholders])
  const [shareRequest, requestShare] = useShareRequest()
  return (
    <WorksheetProvider
      key={prompt.id}
      segments={segments}
      variables={prompt.variables}
      storageId={prompt.id}
      medium={mediumOf(prompt.category.slug, prompt.tags, prompt.title, prompt.content)}
      onCopied={onCopied}
    >
      <div className="wrap">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 pt-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <article>
            <PromptHead prompt={prompt} slots={slots} />
            <Worksheet prompt={prompt} />
            {slots.belowText}
            <FindingsNote prompt={prompt} />
            {slots.pictures}
            {prompt.files.length > 0 && <SkillFiles files={prompt.files} />}
          </article>
          <aside className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-19" aria-label={t('Use this prompt')}>
            <CopyButton className="min-h-16 text-card max-lg:hidden" />
            {shareRequest && (
              <Deferred load={loadShareTools} props={{ prompt, request: shareRequest }} placeholder={null} />
            )}
            <RunButtons />
            {slots.actions}
            {slots.votes ?? <VoteScale votes={prompt.votes} />}
            <MoreButton className="btn in-bar">{t('More')}</MoreButton>
            <PromptFacts prompt={prompt} />
          </aside>
        </div>
        {slots.below}
        {related.length > 0 && (
          <Section title={t('Related')}>
            <RelatedPrompts prompts={related} />
          </Section>
        )}
      </div>
      <CopyBar save={slots.saveInBar} />
      <MoreMenu
        prompt={prompt}
        hasBlanks={segments.some(({ kind }) => kind === 'variable')}
        requestShare={requestShare}
      >
        {slots.more}
      </MoreMenu>
    </WorksheetProvider>
  )
}

/** The files that come with the prompt as a skill, each closed at first. */
function SkillFiles({ files }: Pick<Prompt, 'files'>) {
  return (
    <section className="mt-6" aria-label={t('Files of this skill')}>
      <h2 className="text-h3">{t('Files of this skill')}</h2>
      {files.map(({ path, text }) => (
        <details key={path} className="border-hair border-b py-2">
          <summary className="min-h-6 cursor-pointer font-mono text-code">{path}</summary>
          <pre
            className="mt-2 whitespace-pre-wrap font-mono text-code leading-relaxed [overflow-wrap:anywhere]"
            dir="auto"
          >
            {piecesOf([{ kind: 'text', text }], text.length).map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The pieces of a text don't change.
              <span key={index} className="block">
                {piece.map((segment) => ('text' in segment ? segment.text : ''))}
              </span>
            ))}
          </pre>
        </details>
      ))}
    </section>
  )
}

/** Tells whether the text is JSON and its excerpt is a sentence that says what the JSON describes. */
function isDescribedInWords({ content, excerpt }: Prompt): boolean {
  return isStructured(content.trim()) && !isStructured(excerpt)
}

/** Returns the subject in the excerpt of a JSON text, without what may follow it: the style, the format or “ …”. */
function subjectOf(excerpt: string): string {
  return excerpt
    .replace(/^Subject: /, '')
    .replace(/\s(?:Style|Format): .*$/s, '')
    .replace(/(?<=[.!?]) …$/, '')
}

function PromptHead({ prompt, slots }: { prompt: Prompt; slots: PromptSlots }) {
  // The description or, if it only repeats the beginning of the text, the subject of a JSON text.
  const lead =
    ownDescription(prompt) ?? (isDescribedInWords(prompt) && <PromptText excerpt={subjectOf(prompt.excerpt)} />)
  return (
    <header>
      {slots.readersVersion}
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <CategoryLink category={prompt.category} />
        <PromptBadge prompt={prompt} />
        {prompt.tags.map((tag) => (
          <Link key={tag} to="/prompts" search={{ tag }} className="tag" dir="auto">
            {tag}
          </Link>
        ))}
      </div>
      <h1
        className={`max-w-[20em] ${prompt.title.length > longTitle ? 'text-h3 sm:text-h2' : 'text-h1'}`}
        dir="auto"
        lang={prompt.language}
      >
        {prompt.title}
      </h1>
      {lead && (
        <p className="mt-3 max-w-[38em] text-ink-2 text-lead leading-[1.45]" dir="auto" lang={prompt.language}>
          {lead}
        </p>
      )}
      {slots.picture}
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-small">
        <PictureFacts prompt={prompt} />
        {prompt.result?.text && (
          <p className="text-ink-2">
            <a href={`#${resultSectionId}`} className="link">
              {prompt.result.source === 'editors' ? t('See a worked example') : t('See a result')}
            </a>
            : <ResultLabel result={prompt.result} />
          </p>
        )}
        {prompt.status === 'published' && <ProofLine proof={prompt.proof} />}
        {slots.otherVersions}
      </div>
    </header>
  )
}
