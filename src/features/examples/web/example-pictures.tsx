import type { Example } from '#features/examples/contract.ts'

/** Shows the pictures of an example. Each links to its largest size. */
export function ExamplePictures({ pictures }: { pictures: Example['pictures'] }) {
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
