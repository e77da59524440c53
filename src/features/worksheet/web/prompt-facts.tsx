import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAddress } from '#client/use-address.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import { publicationTime } from '#features/catalogue/rules.ts'
import { installCommand } from '#features/catalogue/skill-rules.ts'
import { AuthorLink, Credit, publishedDate } from '#features/catalogue/web/author-link.tsx'
import { TestedModels } from '#features/catalogue/web/tested-models.tsx'
import { formatList } from '#lib/format-list.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'

/**
 * Shows the facts about a prompt: author (or credit and the account that imported it), dates, copies, saves, license,
 * models that it was made for, how agents install it as a skill, tests, labels of versions, forks, authors of accepted
 * edits, and the prompt that it was made from.
 */
export function PromptFacts({ prompt }: { prompt: Prompt }) {
  const { credit, user, updatedAt, forkOf, models } = prompt
  const address = useAddress(`/prompt/${prompt.slug}`)
  return (
    <dl className="facts">
      {credit !== null && (
        <Fact name={t('Credit')}>
          <Credit credit={credit} />
        </Fact>
      )}
      <Fact name={credit === null ? t('Author') : t('Imported by')}>
        <AuthorLink username={user.username} />
      </Fact>
      <Fact name={t('Published')}>{publishedDate(prompt)}</Fact>
      {updatedAt > publicationTime(prompt) && usDate(updatedAt) !== publishedDate(prompt) && (
        <Fact name={t('Updated')}>{usDate(updatedAt)}</Fact>
      )}
      {prompt.copies > 0 && <Fact name={t('Copies')}>{formatNumber(prompt.copies)}</Fact>}
      {prompt.favorites > 0 && (
        <Fact name={t('Saved', { context: 'to a list' })}>{formatNumber(prompt.favorites)}</Fact>
      )}
      <Fact name={t('License')}>{licenseNames[prompt.licence]}</Fact>
      {models.length > 0 && <Fact name={t('Made for')}>{formatList(models)}</Fact>}
      {prompt.skill && (
        <Fact name={t('Agent skill')}>
          <code className="[overflow-wrap:anywhere]">{installCommand(address)}</code>
        </Fact>
      )}
      {prompt.testedWith.length > 0 && (
        <Fact name={t('Tested')}>
          <TestedModels prompt={prompt} />
        </Fact>
      )}
      {prompt.labels.length > 0 && (
        <Fact name={t('Labels')}>
          <Link to="/prompt/$slug/history" params={{ slug: prompt.slug }} className="link">
            {formatList(prompt.labels.map(({ label, version }) => t('{label}: version {version}', { label, version })))}
          </Link>
        </Fact>
      )}
      {prompt.forks > 0 && (
        <Fact name={t('Forks')}>
          <Link to="/prompt/$slug/forks" params={{ slug: prompt.slug }} className="link">
            {formatNumber(prompt.forks)}
          </Link>
        </Fact>
      )}
      {prompt.suggestedBy.length > 0 && (
        <Fact name={t('Edits suggested by')}>
          <bdi>{formatList(prompt.suggestedBy)}</bdi>
        </Fact>
      )}
      {forkOf && (
        <Fact name={t('Made from')}>
          <Link to="/prompt/$slug" params={{ slug: forkOf.slug }} className="link">
            {forkOf.title}
          </Link>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
