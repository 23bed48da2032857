import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTools } from "../support/cluster/find-tools.ts";

let folder = "";
const at = (...names: string[]) => path.join(folder, ...names);

async function addProgram(...names: string[]): Promise<void> {
  await mkdir(path.dirname(at(...names)), { recursive: true });
  await writeFile(at(...names), "");
  await chmod(at(...names), 0o755);
}

async function addKit(name: string, version: string): Promise<void> {
  await addProgram(name, "bin", "java");
  await addProgram(name, "bin", "javac");
  await writeFile(at(name, "release"), `IMPLEMENTOR="X"\nJAVA_VERSION="${version}"\n`);
}

describe("findTools", () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "semascope-tools-"));
    await addKit("jvm/old", "17.0.15");
    await addKit("jvm/new", "25.0.3");
    await addKit("jvm/middle", "21.0.1");
    await addKit("elsewhere", "23");
    await addProgram("jvm/runtime", "bin", "java");
    await writeFile(at("jvm/runtime", "release"), 'JAVA_VERSION="26"\n');
    await addProgram("maven", "bin", "mvn");
    await mkdir(at("bin"));
    await symlink(at("elsewhere/bin/java"), at("bin/java"));
    await symlink(at("maven/bin/mvn"), at("bin/mvn"));
  });
  afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

  const look = (env: Record<string, string>, javaFolders: string[] = []) =>
    findTools({ env, javaFolders });

  it("takes the kit of JAVA_HOME where it is new enough", () => {
    const env = { JAVA_HOME: at("jvm/middle"), PATH: at("bin") };
    expect(look(env, [at("jvm")])).toEqual({ java: at("jvm/middle"), maven: at("bin/mvn") });
  });

  it("takes the newest kit with a compiler where JAVA_HOME is too old", () => {
    const env = { JAVA_HOME: at("jvm/old"), MAVEN_HOME: at("maven") };
    expect(look(env, [at("jvm")])).toEqual({ java: at("jvm/new"), maven: at("maven/bin/mvn") });
  });

  it("follows the link of the path to its kit", () => {
    expect(look({ PATH: at("bin") })).toMatchObject({ java: at("elsewhere") });
  });

  it("says what is missing", () => {
    expect(look({ JAVA_HOME: at("jvm/old"), MAVEN_HOME: at("maven") })).toMatch(
      /^The cluster needs a Java development kit of version 21 or newer, which this machine/,
    );
    expect(look({ JAVA_HOME: at("jvm/new") })).toMatch(/^The cluster needs Maven, which/);
    expect(look({})).toMatch(/kit of version 21 or newer and Maven, which/);
  });
});
