import packageFile from '../../package.json' with { type: 'json' }

/** The release of this program, from package.json. Pages have another version, which changes with each build (src/lib/app-version.ts). */
export const release = packageFile.version
