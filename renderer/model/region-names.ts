/** What a person calls regions, by the retina's checksum and the region's number; travels with the workspace. */
export interface RegionNames {
  readonly [key: string]: string;
}

export const regionKey = (checksum: string, id: string | number): string => `${checksum} ${id}`;
