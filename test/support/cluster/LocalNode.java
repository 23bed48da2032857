import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/** One OpenSearch node in this process. Each argument is a setting, name=value. */
final class LocalNode extends Node {
  private LocalNode(Settings settings) {
    super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "node"), plugins(), false);
  }

  private static Collection<PluginInfo> plugins() {
    return Stream.of(Netty4ModulePlugin.class, PainlessModulePlugin.class)
        .map(type -> new PluginInfo(type.getSimpleName(), "", "", Version.CURRENT, "21", type.getName(), List.of(), false))
        .toList();
  }

  public static void main(String[] arguments) throws Exception {
    var settings = Settings.builder();
    for (var argument : arguments) {
      var pair = argument.split("=", 2);
      settings.put(pair[0], pair[1]);
    }
    var node = new LocalNode(settings.build());
    node.start();
    // Whoever started the node holds its standard input open: the node ends with them, however they end.
    while (System.in.read() >= 0) {}
    node.close();
    System.exit(0);
  }
}
