import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pictureOfAnswer } from '#client/answer-picture.ts'
import type { Example } from '#features/examples/contract.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import { PictureButton } from '#ui/picture/picture-button.tsx'
import { rich } from '#ui/rich.ts'

const notes = {
  pending: msg('Only you can see this. A moderator checks it before others see it.'),
  removed: msg('Only you can see this. A moderator removed it:'),
}

/** Shows an example: its pictures or text, then the model, day, member and settings. */
export function ExampleFigure({ example, actions }: { example: Example; actions?: ReactNode }) {
  const { model, text, pictures, status, removedReason } = example
  return (
    <figure className="grid content-start gap-3 rounded-2 border border-hair bg-raised p-4">
      {status !== 'published' && (
        <p className="text-ink-2 text-small">
          {translate(notes[status])} {removedReason}
        </p>
      )}
      {text === null ? (
        <ExamplePictures pictures={pictures} />
      ) : (
        // The section is focusable, because people must be able to scroll it with the keyboard.
        <section
          aria-label={t('What {model} wrote', { model })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
          className="max-h-80 overflow-auto whitespace-pre-wrap text-[0.9375rem] leading-normal [overflow-wrap:anywhere]"
          dir="auto"
        >
          {text}
        </section>
      )}
      <ExampleCaption example={example} actions={actions} />
    </figure>
  )
}

/** The caption of an example: the model, day, member and settings, and what one can do with it. */
export function ExampleCaption({ example, actions }: { example: Example; actions?: ReactNode }) {
  const { model, madeOn, user, settings, text } = example
  return (
    <figcaption className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 text-ink-2 text-small">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {model && (
          <b className="text-ink" dir="auto">
            {model}
          </b>
        )}
        <ExampleOrigin example={example} />
        {settings && (
          <span className="block font-mono text-micro" dir="auto">
            {settings}
          </span>
        )}
      </span>
      <span className="flex flex-wrap gap-2">
        {text !== null && (
          <PictureButton
            label={model ? t('Picture of what {model} wrote', { model }) : t('Picture of the example')}
            makePicture={() =>
              pictureOfAnswer(text, [
                model || undefined,
                madeOn ? usDate(madeOn) : undefined,
                t('by {username}', { username: user.username }),
              ])
            }
          />
        )}
        {actions}
      </span>
    </figcaption>
  )
}

/** Says when an example was made and by whom, or where its picture is from. */
function ExampleOrigin({ example: { model, madeOn, user, source } }: { example: Example }) {
  return (
    <>
      {model && madeOn && ' · '}
      {madeOn && usDate(madeOn)}
      {(model || madeOn) && ' · '}
      {source === null ? (
        <>
          {rich('by {link}', {
            link: (
              <Link to="/user/$username" params={{ username: user.username }} className="link">
                {user.username}
              </Link>
            ),
          })}
        </>
      ) : (
        <>
          {rich('from {link}', {
            link: (
              <a href={source} rel="nofollow ugc noopener" className="link">
                {parseWebAddress(source)?.host}
              </a>
            ),
          })}
        </>
      )}
    </>
  )
}

/** Shows the pictures of an example. Each links to its largest size. */
function ExamplePictures({ pictures }: { pictures: Example['pictures'] }) {
  return (
    <div className={`grid gap-2 ${pictures.length > 1 ? 'grid-cols-2' : ''}`}>
      {pictures.map(({ src, alt, width, height }) => (
        <a key={src} href={`${src}1600.webp`} className="block overflow-hidden rounded-1 bg-wash">
          <picture>
            <source type="image/avif" srcSet={`${src}480.avif, ${src}960.avif 2x`} />
            <img
              src={`${src}480.webp`}
              alt={alt}
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              className={`w-full object-cover ${pictures.length > 1 ? 'aspect-square' : 'max-h-96'}`}
            />
          </picture>
        </a>
      ))}
    </div>
  )
}
