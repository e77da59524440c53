import { Link } from '@tanstack/react-router'
import type { Reference } from '#features/reference/contract.ts'
import { tokenPlace } from '#features/reference/request-example-rules.ts'
import { findOperations } from '#features/reference/search-rules.ts'
import { scopeDescriptions } from '#features/tokens/rules.ts'
import { plural, t } from '#lib/texts.ts'
import { Address } from '#ui/address.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { rich } from '#ui/rich.ts'
import { CallExample, useOrigin } from './call-example.tsx'
import { CodeText, OperationList, ReferenceFrame } from './reference-frame.tsx'

/** The API's reference: how to call it, and all operations or those that a search found. */
export function ReferencePage({ reference, q }: { reference: Reference; q?: string }) {
  const found = findOperations(reference.subjects, q)
  const count = found.reduce((sum, { operations }) => sum + operations.length, 0)
  return (
    <ReferenceFrame
      subjects={reference.subjects}
      title={reference.title}
      lead={
        <>
          {rich(
            'Everything on our pages comes from this API, and any program can use it. Version {version}. For programs: <link>OpenAPI document</link>.',
            {
              version: reference.version,
              link: (text) => (
                <a href="/api/openapi.json" className="link">
                  {text}
                </a>
              ),
            },
          )}
        </>
      }
      q={q}
    >
      {q ? (
        <h2 className="mb-4 text-h3">
          {plural(count, '{count} operation for “{q}”', '{count} operations for “{q}”', { q })}
        </h2>
      ) : (
        <Basics reference={reference} />
      )}
      {count === 0 && (
        <Empty
          action={
            <Link to="/api/docs" search={{}} className="btn">
              {t('All operations')}
            </Link>
          }
        >
          {t('No operation matches all of these words.')}
        </Empty>
      )}
      {found.map(({ slug, name, operations }) => (
        <section key={slug} className="mt-8 first:mt-0" aria-labelledby={`subject-${slug}`}>
          <h3 id={`subject-${slug}`} className="border-ink border-t-2 pt-2.5 pb-2 text-lead">
            <Link to="/api/docs/$subject" params={{ subject: slug }} className="hover:underline" lang="en">
              {name}
            </Link>
          </h3>
          <OperationList slug={slug} operations={operations} />
        </section>
      ))}
    </ReferenceFrame>
  )
}

/** How the second page of a list is requested. */
const nextPage = '/api/prompts?limit=5&cursor=NEXT_CURSOR'

/** What holds for all operations: address, tokens, pages of lists, repeated requests, limits and errors. */
function Basics({ reference: { firstCall, limits, errors } }: { reference: Reference }) {
  const origin = useOrigin()
  return (
    <>
      <h2 className="mb-3 text-h3">{t('How to call it')}</h2>
      <dl className="facts">
        <div>
          <dt>{t('Base URL')}</dt>
          <dd>
            <code>{origin}</code>
          </dd>
        </div>
        <div>
          <dt>{t('Tokens')}</dt>
          <dd>
            {rich(
              'Public reads need none. For the others, create an API token in your <link>settings</link> and put it in place of {tokenPlace}. Its scopes say what it may do: read, write or run.',
              {
                link: (text) => (
                  <Link to="/settings" hash="tokens" className="link">
                    {text}
                  </Link>
                ),
                tokenPlace: <code>{tokenPlace}</code>,
              },
            )}
          </dd>
        </div>
        {Object.entries(scopeDescriptions).map(([scope, description]) => (
          <div key={scope}>
            <dt>
              <code>{scope}</code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
        <div>
          <dt>{t('Lists')}</dt>
          <dd>
            {rich(
              'A page has up to 100 items (<code>limit</code>). Send its <code>nextCursor</code> as <code>cursor</code> to get the next one. Null means the end.',
              { code: (text) => <code>{text}</code> },
            )}
            <code className="block">
              <Address>{nextPage}</Address>
            </code>
          </dd>
        </div>
        <div>
          <dt>{t('Repeating')}</dt>
          <dd>
            {rich(
              'Operations that cost credits take an <code>Idempotency-Key</code>. Within 24 hours, a request with the same key is charged once.',
              { code: (text) => <code>{text}</code> },
            )}
          </dd>
        </div>
      </dl>
      {firstCall && (
        <>
          <h2 className="mt-10 mb-3 text-h3">{t('A complete call')}</h2>
          <CallExample operation={firstCall} origin={origin} className="call" />
        </>
      )}
      <h2 className="mt-10 mb-1 text-h3">{t('Limits')}</h2>
      <p className="mb-3 text-small">
        {rich(
          'Each limit is for one member unless it says otherwise. Above it, the response has status 429, and <code>Retry-After</code> says how many seconds to wait.',
          { code: (text) => <code>{text}</code> },
        )}
      </p>
      <dl className="fields" lang="en" dir="auto">
        {limits.map(({ what, limit }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{limit}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-10 mb-1 text-h3">{t('Errors')}</h2>
      <p className="mb-3 text-small">
        {rich(
          'The body is <code>{text}</code>: a sentence for people, a code for programs, and the number under which we find the request.',
          { text: '{ error, code, requestId }', code: (text) => <code>{text}</code> },
        )}
      </p>
      <dl className="fields errors" lang="en" dir="auto">
        {errors.map(({ status, code, advice }) => (
          <div key={code}>
            <dt>
              <span>{status}</span>
              <code>{code}</code>
            </dt>
            <dd>
              <span>
                <CodeText>{advice}</CodeText>
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-10 mb-4 text-h3">{t('Operations')}</h2>
    </>
  )
}
