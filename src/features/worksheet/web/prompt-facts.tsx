import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import { publicationTime } from '#features/catalogue/rules.ts'
import { AuthorLink, Credit, publishedDate } from '#features/catalogue/web/author-link.tsx'
import { TestedModels } from '#features/catalogue/web/tested-models.tsx'
import { formatNumber } from '#lib/numbers.ts'
import { usDate } from '#lib/us-date.ts'

/**
 * Shows the facts about a prompt: author (or credit and the account that imported it), dates, copies, saves, license,
 * models that it was made for, tests, forks, authors of accepted edits, and the prompt that it was made from.
 */
export function PromptFacts({ prompt }: { prompt: Prompt }) {
  const { credit, user, updatedAt, forkOf, models } = prompt
  return (
    <dl className="facts">
      {credit !== null && (
        <Fact name="Credit">
          <Credit credit={credit} />
        </Fact>
      )}
      <Fact name={credit === null ? 'Author' : 'Imported by'}>
        <AuthorLink username={user.username} />
      </Fact>
      <Fact name="Published">{publishedDate(prompt)}</Fact>
      {updatedAt > publicationTime(prompt) && usDate(updatedAt) !== publishedDate(prompt) && (
        <Fact name="Updated">{usDate(updatedAt)}</Fact>
      )}
      {prompt.copies > 0 && <Fact name="Copies">{formatNumber(prompt.copies)}</Fact>}
      {prompt.favorites > 0 && <Fact name="Saved">{formatNumber(prompt.favorites)}</Fact>}
      <Fact name="License">{licenseNames[prompt.licence]}</Fact>
      {models.length > 0 && <Fact name="Made for">{models.join(', ')}</Fact>}
      {prompt.testedWith.length > 0 && (
        <Fact name="Tested">
          <TestedModels prompt={prompt} />
        </Fact>
      )}
      {prompt.forks > 0 && (
        <Fact name="Forks">
          <Link to="/prompt/$slug/forks" params={{ slug: prompt.slug }} className="link">
            {formatNumber(prompt.forks)}
          </Link>
        </Fact>
      )}
      {prompt.suggestedBy.length > 0 && (
        <Fact name="Edits suggested by">
          <bdi>{prompt.suggestedBy.join(', ')}</bdi>
        </Fact>
      )}
      {forkOf && (
        <Fact name="Made from">
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
