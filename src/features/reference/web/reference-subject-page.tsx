import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type {
  Reference,
  ReferenceField,
  ReferenceOperation,
  ReferenceSubject,
  ReferenceType,
} from '#features/reference/contract.ts'
import { plural, t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
import { CallExample, useOrigin } from './call-example.tsx'
import { AccessMarks, CodeText, Endpoint, OperationList, ReferenceFrame } from './reference-frame.tsx'

const objectId = (name: string) => `object-${name}`

/** All operations of one subject in detail, with examples to copy, and the objects that they return. */
export function ReferenceSubjectPage({ reference, subject }: { reference: Reference; subject: ReferenceSubject }) {
  const origin = useOrigin()
  return (
    <ReferenceFrame
      subjects={reference.subjects}
      title={<span lang="en">{subject.name} – API</span>}
      lead={
        <>
          {plural(
            subject.operations.length,
            '{count} operation of the {title}.',
            '{count} operations of the {title}.',
            { title: reference.title },
          )}{' '}
          <Link to="/api/docs" search={{}} className="link">
            {t('All operations')}
          </Link>
        </>
      }
      current={subject.slug}
    >
      <nav aria-label={t('Operations')} className="mb-10 border-ink border-t-2">
        <OperationList slug={subject.slug} operations={subject.operations} />
      </nav>
      {subject.operations.map((operation) => (
        <Operation
          key={operation.id}
          operation={operation}
          sameParametersAs={subject.operations.find(({ id }) => id === operation.sameParametersAs)}
          origin={origin}
        />
      ))}
      {subject.objects.length > 0 && (
        <>
          <h2 className="mt-12 border-ink border-t-2 pt-2.5 text-h3">{t('Objects')}</h2>
          {subject.objects.map(({ name, description, fields }) => (
            <section key={name} className="mt-6" aria-labelledby={objectId(name)}>
              <h3 id={objectId(name)} className="text-lead">
                {name}
              </h3>
              {description && (
                <p className="mb-2 text-ink-2 text-small" lang="en" dir="auto">
                  {description}
                </p>
              )}
              <Fields fields={fields} />
            </section>
          ))}
        </>
      )}
    </ReferenceFrame>
  )
}

function Operation({
  operation,
  sameParametersAs,
  origin,
}: {
  operation: ReferenceOperation
  /** An operation with all of these parameters. The page lists them only there. */
  sameParametersAs?: ReferenceOperation
  origin: string
}) {
  const { id, method, path, summary, access, costsCredits, parameters, body, responses } = operation
  return (
    <section id={id} className="operation" aria-labelledby={`${id}-name`}>
      <div className="min-w-0">
        <h2 id={`${id}-name`} className="text-lead">
          <a href={`#${id}`} className="hover:underline">
            <Endpoint method={method} path={path} />
          </a>
        </h2>
        <p className="my-1" lang="en" dir="auto">
          <CodeText>{summary}</CodeText>
        </p>
        <AccessMarks access={access} costsCredits={costsCredits} />
      </div>
      <CallExample operation={operation} origin={origin} className="operation-code" />
      <div className="min-w-0">
        {parameters.length > 0 && (
          <>
            <h3 className="operation-part">{t('Parameters')}</h3>
            {sameParametersAs ? (
              <p className="text-small">
                {rich('As in {operation}: {names}', {
                  operation: (
                    <a href={`#${sameParametersAs.id}`} className="link">
                      {sameParametersAs.method} {sameParametersAs.path}
                    </a>
                  ),
                  names: parameters.map(({ name }, index) => (
                    <Fragment key={name}>
                      {index > 0 && ', '}
                      <code>{name}</code>
                    </Fragment>
                  )),
                })}
              </p>
            ) : (
              <Fields fields={parameters.map((field) => ({ ...field, note: field.place }))} />
            )}
          </>
        )}
        {body && (
          <>
            <h3 className="operation-part">
              {t('Body')} <TypeName {...body} />
            </h3>
            {body.fields.length > 0 ? <Fields fields={body.fields} /> : <p className="text-small">{body.mediaType}</p>}
          </>
        )}
        <h3 className="operation-part">{t('Responses')}</h3>
        <dl className="facts">
          {responses.map(({ status, description, content }) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>
                <span lang="en" dir="auto">
                  <CodeText>{description}</CodeText>
                </span>{' '}
                {content && status < '400' && <ContentType content={content} />}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

function ContentType({ content }: { content: ReferenceType }) {
  return content.mediaType === 'application/json' ? <TypeName {...content} /> : <code>{content.mediaType}</code>
}

/** A type. If it names an object, it links to that object below. */
function TypeName({ type, schema }: { type: string; schema: string | null }) {
  return (
    <code className="font-normal [overflow-wrap:anywhere]">
      {schema ? (
        <a href={`#${objectId(schema)}`} className="link">
          {type}
        </a>
      ) : (
        withWholeWords(type)
      )}
    </code>
  )
}

/** Keeps values such as "pixel-art" on one line. */
function withWholeWords(type: string) {
  if (!type.includes('-')) return type
  return type.split(' | ').map((choice, index) => (
    <Fragment key={choice}>
      {index > 0 && ' | '}
      <span className="whitespace-nowrap">{choice}</span>
    </Fragment>
  ))
}

function Fields({ fields }: { fields: (ReferenceField & { note?: string })[] }) {
  return (
    <dl className="fields">
      {fields.map(({ name, note, type, schema, required, description }) => (
        <div key={`${note} ${name}`}>
          <dt>
            <code>{name}</code>
            <span lang="en">{[note, required && 'required'].filter(Boolean).join(', ')}</span>
          </dt>
          <dd>
            <TypeName type={type} schema={schema} />
            {description && (
              <span lang="en" dir="auto">
                <CodeText>{description}</CodeText>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
